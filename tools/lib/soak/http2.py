"""HTTP/2 frames by hand: a gRPC client with what the soak needs of one, and no library."""
import socket
import struct

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE = 0, 1, 3, 4, 6, 7, 8
END_STREAM, END_HEADERS, ACK = 1, 4, 1
WINDOW = 1 << 24


def frame(kind, flags, stream, data=b""):
    return struct.pack(">I", len(data))[1:] + struct.pack(">BBI", kind, flags, stream) + data


def settings(window):
    """INITIAL_WINDOW_SIZE alone."""
    return frame(SETTINGS, 0, 0, struct.pack(">HI", 4, window))


def head(path):
    """Header fields as HPACK's literals without indexing (RFC 7541, section 6.2.2)."""
    fields = ((":method", "POST"), (":scheme", "http"), (":path", path), (":authority", "soak"),
              ("te", "trailers"), ("content-type", "application/grpc"))
    return b"".join(b"\0" + bytes([len(name)]) + name.encode() + bytes([len(value)])
                    + value.encode() for name, value in fields)


def call(stream, path, message):
    body = b"\0" + struct.pack(">I", len(message)) + message
    return (frame(HEADERS, END_HEADERS, stream, head(path))
            + frame(DATA, END_STREAM, stream, body))


class Connection:
    """A socket that reads whole frames and keeps the connection's window open; one thread."""

    def __init__(self, port, window=WINDOW, receive_buffer=None, timeout=30):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = bytearray()
        self.send(PREFACE + settings(window)
                  + frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", WINDOW)))

    def send(self, data):
        self.socket.sendall(data)

    def read_frame(self):
        """The next frame as (kind, flags, stream, data); None at the end."""
        while True:
            if len(self.input) >= 9:
                length = int.from_bytes(self.input[:3], "big")
                if len(self.input) >= 9 + length:
                    kind, flags, stream = struct.unpack_from(">BBI", self.input, 3)
                    data = bytes(self.input[9:9 + length])
                    del self.input[:9 + length]
                    return kind, flags, stream, data
            more = self.socket.recv(65536)
            if not more:
                return None
            self.input += more

    def replies(self, streams):
        """Reads until every stream has ended: stream -> the bytes of its messages."""
        waiting, found = set(streams), {stream: b"" for stream in streams}
        while waiting:
            answer = self.read_frame()
            if answer is None:
                raise ConnectionError(f"closed with {len(waiting)} calls open")
            kind, flags, stream, data = answer
            if kind == GOAWAY:
                raise ConnectionError(f"GOAWAY with {len(waiting)} calls open: {data!r}")
            if kind == SETTINGS and not flags & ACK:
                self.send(frame(SETTINGS, ACK, 0))
            elif kind == PING and not flags & ACK:
                self.send(frame(PING, ACK, 0, data))
            elif kind == RST_STREAM:
                raise ConnectionError(f"stream {stream} was reset: {data!r}")
            elif kind == DATA:
                found[stream] += data
                if data:
                    self.send(frame(WINDOW_UPDATE, 0, 0, struct.pack(">I", len(data))))
            if kind in (DATA, HEADERS) and flags & END_STREAM:
                waiting.discard(stream)
        return found

    def close(self, reset=False):
        if reset:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
