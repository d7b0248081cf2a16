"""A gRPC client on PyPI's grpcio, health and reflection packages: grpc_peer.py ADDRESS CHECK...

Runs the named checks and prints "CHECK ok" for each; a check that fails ends it with its reason.
"""
import sys
import threading
import time

import grpc
from episodes.v1 import catalog_service_pb2 as catalog
from episodes.v1 import episode_pb2
from episodes.v1 import episode_service_pb2 as service
from episodes.v1 import list_episodes_pb2 as listing
from google.rpc import error_details_pb2, status_pb2
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

address = sys.argv[1]
EPISODES = "/episodes.v1.EpisodeService/"
CATALOG = "/episodes.v1.CatalogService/"


def connect(*options):
    return grpc.insecure_channel(address, options=list(options))


def raw(channel, path):
    """A unary method of bytes to bytes."""
    return channel.unary_unary(path, request_serializer=None, response_deserializer=None)


def method(channel, path, answer):
    return channel.unary_unary(
        path,
        request_serializer=lambda request: request.SerializeToString(),
        response_deserializer=answer.FromString,
    )


def lister(channel):
    return method(channel, EPISODES + "ListEpisodes", listing.ListEpisodesResponse)


# No revision comes in a test, so this waits half a second in the server.
WAITING = listing.ListEpisodesRequest(min_revision=1_000_000)


def expect(condition, reason):
    if not condition:
        raise AssertionError(reason)


def batches_of(count):
    return service.StreamEpisodesRequest(
        request=listing.ListEpisodesRequest(page_size=count))


def status_of(call):
    try:
        call()
    except grpc.RpcError as error:
        return error
    raise AssertionError("the call succeeded")


def check_methods():
    with connect() as channel:
        page = lister(channel)(listing.ListEpisodesRequest(page_size=3))
        expect(len(page.episodes) == 3 and page.total_size > 3, page)
        one = page.episodes[0]
        got = method(channel, EPISODES + "GetEpisode", service.GetEpisodeResponse)(
            service.GetEpisodeRequest(id=one.id))
        expect(got.episode == one, got)
        batch = method(
            channel, EPISODES + "BatchGetEpisodes", service.BatchGetEpisodesResponse
        )(service.BatchGetEpisodesRequest(ids=[one.id, 1 << 60]))
        expect(batch.episodes[0] == one and list(batch.missing_ids) == [1 << 60], batch)
        options = method(
            channel, EPISODES + "GetFilterOptions", service.GetFilterOptionsResponse
        )(service.GetFilterOptionsRequest())
        expect(len(options.facets) > 0, options)
        state = method(channel, CATALOG + "GetCatalog", catalog.GetCatalogResponse)(
            catalog.GetCatalogRequest())
        expect(state.episode_count == page.total_size, state)
        error = status_of(
            lambda: method(channel, EPISODES + "GetVideoStream", service.GetVideoStreamResponse)(
                service.GetVideoStreamRequest(video_identifier=0)))
        expect(error.code() == grpc.StatusCode.NOT_FOUND, error)


def check_stream():
    with connect() as channel:
        stream = channel.unary_stream(
            EPISODES + "StreamEpisodes",
            request_serializer=lambda request: request.SerializeToString(),
            response_deserializer=service.StreamEpisodesResponse.FromString,
        )
        expected = lister(channel)(listing.ListEpisodesRequest(page_size=1000)).episodes
        batches = list(stream(batches_of(7), timeout=20))
        expect(sum(len(batch.episodes) for batch in batches) == len(expected), len(batches))
        expect(len(batches) > 5, len(batches))
        cancelled = stream(batches_of(1))
        next(cancelled)
        cancelled.cancel()
        expect(cancelled.code() == grpc.StatusCode.CANCELLED, cancelled.code())


def check_statuses():
    with connect() as channel:
        error = status_of(lambda: lister(channel)(listing.ListEpisodesRequest(page_size=-1)))
        expect(error.code() == grpc.StatusCode.INVALID_ARGUMENT, error)
        details = dict(error.trailing_metadata())["grpc-status-details-bin"]
        status = status_pb2.Status.FromString(details)
        expect(status.code == 3 and status.message == error.details(), status)
        bad = error_details_pb2.BadRequest()
        expect(status.details[0].Unpack(bad), status)
        expect(bad.field_violations[0].field == "page_size", bad)
        error = status_of(lambda: raw(channel, EPISODES + "Nonsense")(b""))
        expect(error.code() == grpc.StatusCode.UNIMPLEMENTED, error)
        error = status_of(lambda: raw(channel, "/no.Service/Nonsense")(b""))
        expect(error.code() == grpc.StatusCode.UNIMPLEMENTED, error)
        error = status_of(lambda: raw(channel, EPISODES + "ListEpisodes")(b"\xff\xff"))
        expect(error.code() == grpc.StatusCode.INVALID_ARGUMENT, error)
        error = status_of(lambda: raw(channel, EPISODES + "ListEpisodes")(bytes(100_000)))
        expect(error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error)
        error = status_of(lambda: raw(channel, EPISODES + "ListEpisodes")(bytes(5_000_000)))
        expect(error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error)
        error = status_of(lambda: lister(channel)(WAITING, timeout=5))
        expect(error.code() == grpc.StatusCode.UNAVAILABLE, error)
        # All of that on one connection, which still serves.
        expect(lister(channel)(listing.ListEpisodesRequest()).total_size > 0, "no answer")


def check_deadlines():
    with connect() as channel:
        calls = [lister(channel).future(WAITING, timeout=0.1) for _ in range(200)]
        codes = {call.code() for call in calls}
        expect(codes == {grpc.StatusCode.DEADLINE_EXCEEDED}, codes)
        for timeout in (30 * 86_400, 100_800, 5, 0.5):
            expect(lister(channel)(listing.ListEpisodesRequest(), timeout=timeout), timeout)


def check_cancellation():
    with connect() as channel:
        calls = [lister(channel).future(WAITING) for _ in range(500)]
        time.sleep(0.05)
        for call in calls:
            call.cancel()
        codes = {call.code() for call in calls}
        expect(codes == {grpc.StatusCode.CANCELLED}, codes)
        expect(lister(channel)(listing.ListEpisodesRequest()).total_size > 0, "no answer")


def check_metadata():
    with connect() as channel:
        _, call = lister(channel).with_call(
            listing.ListEpisodesRequest(),
            metadata=[("x-name", "value"), ("x-name", "again"), ("x-bytes-bin", b"\x00\xff")])
        sent = list(call.initial_metadata()) + list(call.trailing_metadata())
        expect(sent == [], sent)


def check_parallel():
    with connect() as channel:
        calls = [
            lister(channel).future(listing.ListEpisodesRequest(page_size=20))
            for _ in range(1_000)
        ]
        expect(all(len(call.result().episodes) == 20 for call in calls), "a short answer")
        calls = [lister(channel).future(WAITING, timeout=20) for _ in range(1_000)]
        codes = {call.code() for call in calls}
        expect(codes == {grpc.StatusCode.UNAVAILABLE}, codes)


def check_gzip():
    with connect() as channel:
        plain = lister(channel)(listing.ListEpisodesRequest(page_size=1000))
        request = listing.ListEpisodesRequest(page_size=1000, query=" " * 400)
        packed = lister(channel)(request, compression=grpc.Compression.Gzip)
        expect(plain.episodes == packed.episodes, "answers differ")


def check_health():
    with connect() as channel:
        stub = health_pb2_grpc.HealthStub(channel)
        for name in ("", "episodes.v1.EpisodeService", "episodes.v1.CatalogService"):
            answer = stub.Check(health_pb2.HealthCheckRequest(service=name))
            expect(answer.status == health_pb2.HealthCheckResponse.SERVING, answer)
            watch = stub.Watch(health_pb2.HealthCheckRequest(service=name))
            expect(next(watch).status == health_pb2.HealthCheckResponse.SERVING, name)
            watch.cancel()
        error = status_of(lambda: stub.Check(health_pb2.HealthCheckRequest(service="none")))
        expect(error.code() == grpc.StatusCode.NOT_FOUND, error)
        watch = stub.Watch(health_pb2.HealthCheckRequest(service="none"))
        expect(
            next(watch).status == health_pb2.HealthCheckResponse.SERVICE_UNKNOWN, "known")


def check_reflection():
    with connect() as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        ask = reflection_pb2.ServerReflectionRequest
        symbols = [
            "episodes.v1.EpisodeService", "episodes.v1.EpisodeService.ListEpisodes",
            "episodes.v1.Episode.name", "episodes.v1.Episode",
        ]
        requests = [ask(list_services=""), ask(file_containing_symbol="no.such.Name")]
        requests += [ask(file_containing_symbol=symbol) for symbol in symbols]
        requests += [ask(file_by_filename="episodes/v1/episode_service.proto")]
        answers = list(stub.ServerReflectionInfo(iter(requests)))
        expect(len(answers) == len(requests), answers)
        names = {one.name for one in answers[0].list_services_response.service}
        expect("grpc.reflection.v1.ServerReflection" in names, names)
        expect(answers[1].error_response.error_code == 5, answers[1])
        for answer in answers[2:]:
            files = answer.file_descriptor_response.file_descriptor_proto
            expect(len(files) > 0, answer)


def check_keepalive():
    """PINGs a tenth of a second apart beside calls, and pauses without any."""
    with connect(
        ("grpc.keepalive_time_ms", 10_000), ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
    ) as channel:
        for _ in range(20):
            expect(lister(channel)(listing.ListEpisodesRequest()).total_size > 0, "no answer")


def check_edits():
    """Needs a server that takes edits."""
    with connect() as channel:
        upsert = method(channel, CATALOG + "UpsertEpisodes", catalog.UpsertEpisodesResponse)
        delete = method(channel, CATALOG + "DeleteEpisodes", catalog.DeleteEpisodesResponse)
        watch = channel.unary_stream(
            CATALOG + "WatchCatalog",
            request_serializer=lambda request: request.SerializeToString(),
            response_deserializer=catalog.WatchCatalogResponse.FromString,
        )(catalog.WatchCatalogRequest())
        first = next(watch).revision
        text = "x" * 1_000
        rows = [
            episode_pb2.Episode(id=number, name=f"Episode {number}", description=text)
            for number in range(1, 1_001)
        ]
        answer = upsert(catalog.UpsertEpisodesRequest(episodes=rows), timeout=60)
        expect(answer.revision > first, answer)
        expect(next(watch).revision == answer.revision, "the watch tells another revision")
        page = lister(channel)(
            listing.ListEpisodesRequest(page_size=1000, min_revision=answer.revision))
        expect(page.total_size == 1_000 and len(page.episodes) == 1_000, page.total_size)
        removed = delete(catalog.DeleteEpisodesRequest(ids=[1, 2, 3]), timeout=60)
        expect(next(watch).revision == removed.revision, "the watch tells another revision")
        watch.cancel()
        calls = [
            upsert.future(catalog.UpsertEpisodesRequest(episodes=[rows[number]]), timeout=60)
            for number in range(20)
        ]
        revisions = {call.result().revision for call in calls}
        expect(min(revisions) > removed.revision, revisions)
        error = status_of(lambda: upsert(
            catalog.UpsertEpisodesRequest(episodes=[episode_pb2.Episode(id=1)]), timeout=60))
        expect(error.code() == grpc.StatusCode.INVALID_ARGUMENT, error)
        error = status_of(lambda: raw(channel, CATALOG + "UpsertEpisodes")(bytes(4_200_000)))
        expect(error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED, error)


def check_drain():
    """Calls on until the server has gone; none may fail that a client would not simply repeat."""
    ended = threading.Event()
    failures = []

    def call_on():
        with connect(("grpc.enable_retries", 0)) as channel:
            while not ended.is_set():
                try:
                    lister(channel)(listing.ListEpisodesRequest(page_size=5), timeout=10)
                except grpc.RpcError as error:
                    if error.code() != grpc.StatusCode.UNAVAILABLE:
                        failures.append(error)
                    ended.set()

    threads = [threading.Thread(target=call_on) for _ in range(8)]
    for thread in threads:
        thread.start()
    print("calling", flush=True)
    for thread in threads:
        thread.join()
    expect(not failures, failures)


for name in sys.argv[2:]:
    try:
        globals()["check_" + name]()
    except Exception as error:  # pylint: disable=broad-except
        sys.exit(f"{name}: {type(error).__name__} {error}")
    print(name, "ok", flush=True)
