"""Clients that break the rules. The server must end each as documented, and nobody else notices."""
import random
import select
import time

from wire import (DATA, DEADLINE_EXCEEDED, HEADER, INVALID_ARGUMENT, REQUEST, RESOURCE_EXHAUSTED,
                  UNIMPLEMENTED, Connection, frame, number, request, status, text)

BIG_PAGE = request("ListEpisodes", number(5, 1000))
GOOD = request("ListEpisodes", number(5, 1))
SLACK_SECONDS = 5  # on a busy machine


def stalled_readers(soak):
    """Ask for many big pages and never read: some leave, some are closed as idle."""
    while not soak.stop.is_set():
        stalled = [Connection(soak.port, receive_buffer=4096) for _ in range(4)]
        for connection in stalled:
            connection.send(b"".join(frame(2 * each + 1, BIG_PAGE) for each in range(60)))
        soak.stop.wait(4)
        for connection in stalled[:2]:
            connection.close(reset=connection is stalled[0])
        soak.stop.wait(soak.idle_seconds + 1)
        for connection in stalled[2:]:
            connection.close()
        soak.count("stalled readers", len(stalled))


def slow_writers(soak):
    """Send a frame byte by byte; the time for a frame counts from its first byte."""
    while not soak.stop.is_set():
        slow = [Connection(soak.port, timeout=0.5) for _ in range(8)]
        begin = time.monotonic()
        ends = {}
        for each in frame(1, GOOD):
            for connection in slow:
                if connection not in ends and not try_send(connection, bytes([each])):
                    ends[connection] = time.monotonic() - begin
            if len(ends) == len(slow) or soak.stop.wait(0.3):
                break
        for connection in slow:
            connection.close()
        if soak.stop.is_set():
            return
        for seconds in [ends.get(connection) for connection in slow]:
            if seconds is None or not 0.9 * soak.frame_seconds < seconds < (
                    soak.frame_seconds + SLACK_SECONDS):
                soak.fault("slow writer", f"closed after {seconds} s")
        soak.count("slow writers", len(slow))


def try_send(connection, data):
    """False when the server has closed."""
    try:
        if select.select([connection.socket], [], [], 0)[0] and not connection.socket.recv(4096):
            return False
        connection.send(data)
        return True
    except OSError:
        return False


CLOSED, LIVES = "closed", "lives"


def bad_frames():
    """Yields (name, bytes, statuses by stream, what becomes of the connection)."""
    refused = {1: INVALID_ARGUMENT}
    yield "HTTP", b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", {}, CLOSED
    yield "TLS", bytes.fromhex("16030100c8010000c40303") + bytes(64), {}, CLOSED
    yield "too long", frame(1, bytes(5 << 20)), {1: RESOURCE_EXHAUSTED}, LIVES
    yield "4 GiB", HEADER.pack(2**32 - 1, 1, REQUEST, 0), {}, CLOSED  # begins like no frame
    yield "2 GiB after a call", frame(1, GOOD) + HEADER.pack(2**31, 3, REQUEST, 0), (
        {1: 0, 3: RESOURCE_EXHAUSTED}), CLOSED
    yield "garbage envelope", frame(1, b"\xff" * 40), refused, LIVES
    yield "envelope cut short", frame(1, GOOD[:-1]), refused, LIVES
    yield "garbage payload", frame(1, request("ListEpisodes", b"\xff" * 40)), refused, LIVES
    yield "bad text", frame(1, request("ListEpisodes", text(3, b"a\xc0\xaf"))), refused, LIVES
    yield "NUL", frame(1, request("ListEpisodes", text(3, "a\0b"))), refused, LIVES
    yield "empty request", frame(1, b""), refused, LIVES
    yield "no such service", frame(1, request("List", b"", "a.B")), {1: UNIMPLEMENTED}, LIVES
    yield "stream 0", frame(0, GOOD), {0: INVALID_ARGUMENT}, LIVES
    yield "even stream", frame(2, GOOD), {2: INVALID_ARGUMENT}, LIVES
    yield "data without a call", frame(1, b"abc", DATA), refused, LIVES
    yield "unknown type", frame(1, b"abc", 9), {}, LIVES


def break_rules(soak):
    """Every kind of bad frame in turn, then cut and random ones, whose only rule is survival."""
    chosen = random.Random(7)
    while not soak.stop.is_set():
        for name, data, statuses, fate in bad_frames():
            with Connection(soak.port) as connection:
                problem = play(connection, data, dict(statuses), fate)
            if problem:
                soak.fault("bad frame", f"{name}: {problem}")
            soak.count("bad frames")
            if soak.stop.wait(0.02):
                return
        for size in (1, 9, 11, 40, 5000, 65536):
            connection = Connection(soak.port)
            try_send(connection, frame(1, GOOD)[:-1] if size == 40 else
                     b"\0" + chosen.randbytes(size))
            connection.close(reset=size % 2 == 0)
            soak.count("bad frames")


def play(connection, data, statuses, fate):
    """Sends; what was not as expected, or None."""
    try:
        connection.send(data + (frame(101, GOOD) if fate == LIVES else b""))
    except OSError:
        pass  # closed while we sent: reading says how
    wanted = {**statuses, **({101: 0} if fate == LIVES else {})}
    while wanted:
        try:
            answer = connection.read_frame()
        except OSError as error:
            return f"{error}, missing {wanted}"
        if answer is None:
            return f"closed, missing {wanted}"
        if wanted.pop(answer[0], None) != status(answer[2]):
            return f"status {status(answer[2])} on stream {answer[0]}"
    try:
        return None if fate == LIVES or connection.read_frame() is None else "an answer too many"
    except TimeoutError:
        return "stays open"
    except OSError:
        return None  # a reset is a close too: we may have sent more than was read


def expired_calls(soak):
    """Calls whose time was over before they came; and some that may still make it behind others."""
    hopeless, short = (-1, -(2**63)), (1, 100_000)
    while not soak.stop.wait(0.2):
        with Connection(soak.port) as connection:
            timeouts = dict(zip(range(1, 81, 2), (hopeless + short) * 10))
            connection.send(b"".join(
                frame(stream, request("ListEpisodes", number(5, 50), timeout_nano=timeout))
                for stream, timeout in timeouts.items()))
            for _ in range(len(timeouts)):
                stream, _, data = connection.read_frame()
                timeout = timeouts.pop(stream)
                if status(data) not in (DEADLINE_EXCEEDED, 0 if timeout in short else None):
                    soak.fault("expired call", f"timeout {timeout} ns answered {status(data)}")
        soak.count("expired calls", 20)


def idle_connections(soak):
    """Many that say nothing; the server closes each at the idle limit."""
    while not soak.stop.is_set():
        begin = time.monotonic()
        idle = [Connection(soak.port) for _ in range(100)]
        opened = time.monotonic() - begin
        while idle and not soak.stop.wait(0.25):
            seconds = time.monotonic() - begin
            ended = select.select([each.socket for each in idle], [], [], 0)[0]
            if ended and seconds < 0.9 * soak.idle_seconds:
                soak.fault("idle connection", f"closed after {seconds:.1f} s")
            if seconds > soak.idle_seconds + opened + SLACK_SECONDS:
                soak.fault("idle connection", f"{len(idle)} still open after {seconds:.1f} s")
                break
            soak.count("idle connections", len(ended))
            for connection in [each for each in idle if each.socket in ended]:
                connection.close()
                idle.remove(connection)
        for connection in idle:
            connection.close()


ALL = (stalled_readers, slow_writers, break_rules, expired_calls, idle_connections)
