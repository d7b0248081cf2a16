"""Clients that keep the rules: each of their calls must succeed while others misbehave."""
import time

import cases
from wire import Connection, frame

PAGES = 24


def canary(soak):
    """A call every tenth of a second; the longest wait says how much others' trouble costs it."""
    with Connection(soak.port) as connection:
        stream = 1
        while not soak.stop.wait(0.1):
            begin = time.monotonic()
            response = connection.call(stream, soak.cases[0][2])
            soak.note_canary(time.monotonic() - begin)
            if not cases.is_right(soak.answers, 0, response):
                soak.fault("canary", f"wrong answer on stream {stream}")
            stream += 2


def late_reader(soak):
    """Asks for more than the server keeps for one client, looks away, then takes all of it."""
    index = next(i for i, case in enumerate(soak.cases) if case[1] == "half a page of all")
    while not soak.stop.is_set():
        with Connection(soak.port, receive_buffer=4096) as connection:
            waiting = {2 * each + 1 for each in range(PAGES)}
            connection.send(b"".join(frame(each, soak.cases[index][2]) for each in sorted(waiting)))
            soak.stop.wait(3)
            while waiting:
                answer = connection.read_frame(chunk=8192)
                if answer is None:
                    soak.fault("late reader", f"closed with {len(waiting)} pages to come")
                    break
                if answer[0] not in waiting:
                    soak.fault("late reader", f"stream {answer[0]} answered twice or never asked")
                elif not cases.is_right(soak.answers, index, answer[2]):
                    soak.fault("late reader", f"wrong page on stream {answer[0]}")
                waiting.discard(answer[0])
        soak.count("late pages", PAGES - len(waiting))
