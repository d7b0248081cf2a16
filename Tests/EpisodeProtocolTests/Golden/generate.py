#!/usr/bin/env python3
"""Writes the golden messages beside this file with Google's own implementation.

Needs protoc and the Python package protobuf. Run it after a change of proto/; the tests compare our
bytes with the .hex files, so a difference is a difference from the reference implementation.
"""
import pathlib
import subprocess
import tempfile

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

HERE = pathlib.Path(__file__).parent
PROTO = HERE.parents[2] / "proto"


def load():
    files = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    with tempfile.NamedTemporaryFile() as output:
        subprocess.run(
            ["protoc", "-I.", "--include_imports", f"--descriptor_set_out={output.name}", *files],
            cwd=PROTO, check=True)
        descriptors = descriptor_pb2.FileDescriptorSet.FromString(output.read())
    pool = descriptor_pool.DescriptorPool()
    for file in descriptors.file:
        pool.Add(file)
    return lambda name: message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


get = load()


def message(kind, **fields):
    return get(kind)(**fields)


def episode(**fields):
    result = message("episodes.v1.Episode", **fields)
    return result


def full_episode():
    result = episode(
        id=18446744073709551615, name="Maps & Größe 🗺", description="Plain text.",
        parent_name="Course", domains=[1, 300, 4294967295], difficulty=2,
        content_type="screencast", subscription_type="free", popularity=1.5,
        duration_seconds=4294967295, video_identifier=9007199254740993,
        features=["subtitles", "source code"], uri="rw://x/1", artwork_url="https://x/a.png",
        technology="Swift 5.1, iOS 13", contributors="A. One, B. Two", ordinal=7,
        description_html="<p>Plain text.</p>")
    result.released_at.seconds, result.released_at.nanos = 1580457600, 123456000
    return result


def old_episode():
    result = episode(id=2, name="Before 1970", difficulty=4)
    result.released_at.seconds, result.released_at.nanos = -1, 999999000
    return result


def epoch_episode():
    result = episode(id=3, name="At the epoch", difficulty=1, features=["a"])
    result.released_at.SetInParent()
    return result


def list_request():
    result = message(
        "episodes.v1.ListEpisodesRequest", domains=[1, 9, 300], difficulties=[1, 4],
        query='map "swift ui" 地図', sort="-popularity,name", page_size=7,
        content_types=["episode", "collection"], subscription_types=["free"],
        features=["subtitles", "source code"], facets=[1, 6], ids=[1, 18446744073709551615],
        skip_total_size=True, if_revision_not=42, skip=14, min_revision=41)
    result.predicates.add(field="name", operator=3, value="Intro", exact=True)
    result.predicates.add(field="released_at", operator=5, value="2020-01-31")
    result.predicates.add(field="ordinal", operator=8)
    result.read_mask.paths.extend(["id", "name", "released_at"])
    return result


def facet_counts():
    result = message("episodes.v1.FacetCounts", facet=1)
    result.values.add(value="1", label="iOS & Swift", count=3000000000, selected=True)
    result.values.add(value="9", label="Flutter", count=0)
    return result


def list_response():
    result = message(
        "episodes.v1.ListEpisodesResponse", next_page_token="AQ-_", total_size=157, revision=42)
    result.episodes.extend([full_episode(), old_episode(), epoch_episode()])
    result.facets.add().CopyFrom(facet_counts())
    result.facets.add(facet=6)
    return result


def stream_response():
    result = message("episodes.v1.StreamEpisodesResponse", revision=42)
    result.episodes.extend([full_episode(), old_episode()])
    return result


def masked_response():
    result = message("episodes.v1.ListEpisodesResponse", total_size=-1)
    for source in (full_episode(), old_episode(), epoch_episode()):
        row = result.episodes.add(id=source.id, features=source.features)
        if source.HasField("released_at"):
            row.released_at.CopyFrom(source.released_at)
    return result


def catalog():
    result = message(
        "episodes.v1.GetCatalogResponse", revision=3, episode_count=157, source="seed.json")
    result.loaded_at.seconds, result.loaded_at.nanos = 1800000000, 5000
    return result


def batch():
    result = message("episodes.v1.BatchGetEpisodesResponse", missing_ids=[7, 300])
    result.episodes.extend([old_episode()])
    return result


def options():
    result = message("episodes.v1.GetFilterOptionsResponse")
    result.facets.add().CopyFrom(facet_counts())
    result.domains.add(
        id=1, name="iOS & Swift", slug="ios", description="Apple's", level="production", ordinal=1)
    result.domains.add(id=2, name="Android & Kotlin")
    return result


def get_request():
    result = message("episodes.v1.GetEpisodeRequest", id=300)
    result.read_mask.paths.extend(["id", "name"])
    return result


MESSAGES = {
    "list-request": list_request(),
    "list-request-empty": message("episodes.v1.ListEpisodesRequest"),
    "list-response": list_response(),
    "list-response-masked": masked_response(),
    "list-response-not-modified":
        message("episodes.v1.ListEpisodesResponse", revision=9, not_modified=True),
    "stream-request":
        message("episodes.v1.StreamEpisodesRequest", request=list_request()),
    "stream-response": stream_response(),
    "get-episode-request": get_request(),
    "get-episode-response": message("episodes.v1.GetEpisodeResponse", episode=full_episode()),
    "batch-request": message("episodes.v1.BatchGetEpisodesRequest", ids=[2, 7, 300]),
    "batch-response": batch(),
    "filter-options-response": options(),
    "video-stream-request": message("episodes.v1.GetVideoStreamRequest", video_identifier=5),
    "video-stream-response":
        message("episodes.v1.GetVideoStreamResponse", url="https://x/v.m3u8"),
    "catalog-response": catalog(),
    "health-request": message("grpc.health.v1.HealthCheckRequest", service="a.B"),
    "health-response": message("grpc.health.v1.HealthCheckResponse", status=2),
}

for name, value in MESSAGES.items():
    text = value.SerializeToString(deterministic=True).hex()
    lines = [text[start:start + 96] for start in range(0, len(text), 96)]
    (HERE / f"{name}.hex").write_text("\n".join(lines) + "\n")
