"""The end: SIGTERM while clients wait for answers."""
import threading

from wire import Connection, frame, status

CLIENTS, CALLS, LIMIT_SECONDS = 8, 200, 15


class Waiting(threading.Thread):
    """A client that has sent many calls and takes answers until the server ends its side."""

    def __init__(self, port, data):
        super().__init__(daemon=True)
        self.connection = Connection(port)
        self.connection.call(1, data)
        self.streams, self.problem = [], None
        self.connection.send(b"".join(frame(2 * each + 1, data) for each in range(1, CALLS)))

    def run(self):
        try:
            while answer := self.connection.read_frame():
                self.streams.append(answer[0])
                if status(answer[2]):
                    self.problem = f"status {status(answer[2])} on stream {answer[0]}"
        except OSError as error:
            self.problem = repr(error)
        if self.streams != [2 * each + 1 for each in range(1, len(self.streams) + 1)]:
            self.problem = self.problem or "answers with a gap"
        self.connection.close()


def check_drain(soak):
    """(whether it went as documented, a line on it): calls received are answered without a gap,
    then the server ends its side and itself with status 0, whatever idle clients are left."""
    idle = [Connection(soak.port) for _ in range(20)]
    clients = [Waiting(soak.port, soak.cases[0][2]) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    code, seconds = soak.server.terminate(LIMIT_SECONDS)
    for client in clients:
        client.join(LIMIT_SECONDS)
    for connection in idle:
        connection.close()
    problems = sorted({client.problem for client in clients if client.problem})
    answered = sum(len(client.streams) for client in clients)
    return code == 0 and not problems, (
        f"exit status {code} after {seconds:.2f} s, {answered} of {CLIENTS * (CALLS - 1)} calls "
        f"answered" + "".join(f"; {problem}" for problem in problems))
