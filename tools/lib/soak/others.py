"""Clients that speak anything but the native protocol: gRPC, honest and not, and pages."""
import random
import socket

import cases
import http2
from wire import SERVICE, fields, number, text

BATCHES = 20  # of one connection
RESETS = 3000


def parts(envelope):
    """Path and message of a call that is written as the native protocol's envelope."""
    found = {field: value for field, value, _, _ in fields(envelope)}
    return f"/{found[1].decode()}/{found[2].decode()}", found.get(3, b"")


def grpc(soak):
    """All cases at once on one connection, again and again; each answer is checked."""
    while not soak.stop.is_set():
        with http2.Connection(soak.port) as connection:
            stream = 1
            for _ in range(BATCHES):
                if soak.stop.is_set():
                    return
                calls = {stream + 2 * index: index for index in range(len(soak.cases))}
                connection.send(b"".join(http2.call(each, *parts(soak.cases[index][2]))
                                         for each, index in calls.items()))
                for each, body in connection.replies(calls).items():
                    check(soak, calls[each], body)
                stream += 2 * len(calls)
                soak.count("gRPC calls", len(calls))


def check(soak, index, body):
    kind, name = soak.cases[index][:2]
    if kind == cases.ERROR:
        if body:
            soak.fault("gRPC", f"'{name}' has a message")
    elif len(body) < 5 or len(body) != 5 + int.from_bytes(body[1:5], "big"):
        soak.fault("gRPC", f"'{name}' has no whole message")
    elif not (cases.is_right(soak.answers, index, text(2, body[5:])) if kind == cases.REVISED
              else body[5:] in [version[index][0] for version in soak.answers]):
        soak.fault("gRPC", f"'{name}' is answered wrongly")


def grpc_stalled(soak):
    """Ask for big pages and give no room for them; some leave, some are ended."""
    page = number(5, 1000)
    while not soak.stop.is_set():
        stalled = [http2.Connection(soak.port, window=window, receive_buffer=4096)
                   for window in (0, 100, http2.WINDOW)]
        for connection in stalled:
            connection.send(b"".join(
                http2.call(2 * each + 1, f"/{SERVICE}/ListEpisodes", page) for each in range(30)))
        soak.stop.wait(4)
        for index, connection in enumerate(stalled):
            connection.close(reset=index == 0)
        soak.count("gRPC stalled", len(stalled))


def grpc_hostile(soak):
    """Calls taken back at once, random frames, half a preface: each ends its own connection."""
    chosen = random.Random(11)
    path = f"/{SERVICE}/ListEpisodes"
    while not soak.stop.is_set():
        with http2.Connection(soak.port, timeout=20) as connection:
            try:
                for each in range(RESETS):
                    stream = 2 * each + 1
                    connection.send(http2.call(stream, path, b"") + http2.frame(
                        http2.RST_STREAM, 0, stream, (8).to_bytes(4, "big")))
                while connection.read_frame():
                    pass
            except TimeoutError:
                soak.fault("gRPC resets", "the connection stays open")
            except OSError:
                pass  # closed while we sent
        soak.count("gRPC resets", RESETS)
        for size in (3, 20, 200, 20_000):
            with http2.Connection(soak.port) as connection:
                try:
                    connection.send(b"".join(http2.frame(
                        chosen.randrange(12), chosen.randrange(256), chosen.randrange(9),
                        chosen.randbytes(min(size, 16_384))) for _ in range(20)))
                except OSError:
                    pass
            with socket.create_connection(("127.0.0.1", soak.port)) as half:
                half.sendall(http2.PREFACE[:size])
            soak.count("gRPC garbage", 2)
        soak.stop.wait(1)


def page(port, request):
    """The whole answer to an HTTP request, as text."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request)
        answer = bytearray()
        while more := connection.recv(65536):
            answer += more
    return answer.decode()


def pages(soak):
    """A probe and a scraper: health is good, and what is counted only grows."""
    last = 0
    while not soak.stop.wait(0.5):
        health = page(soak.port, b"GET /healthz HTTP/1.1\r\nHost: soak\r\n\r\n")
        if not health.startswith("HTTP/1.1 200 ") or not health.endswith("\r\n\r\nok\n"):
            soak.fault("pages", f"health: {health[:60]!r}")
        metrics = page(soak.port, b"GET /metrics HTTP/1.1\r\nHost: soak\r\n\r\n")
        started = sum(int(line.rsplit(" ", 1)[1]) for line in metrics.splitlines()
                      if line.startswith("grpc_server_started_total{"))
        if started < last or "\r\n\r\n# HELP" not in metrics:
            soak.fault("pages", f"{started} calls begun after {last}")
        last = started
        if not page(soak.port, b"DELETE /metrics HTTP/1.1\r\nHost: a\r\n\r\n").startswith(
                "HTTP/1.1 405 "):
            soak.fault("pages", "a wrong method is not refused")
        soak.count("pages", 3)


ALL = (grpc, grpc_stalled, grpc_hostile, pages)
