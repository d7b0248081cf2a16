"""ttrpc frames and protobuf fields by hand: what the soak needs of them, without a library."""
import socket
import struct

HEADER = struct.Struct(">IIBB")  # data length, stream id, type, flags
REQUEST, RESPONSE, DATA = 1, 2, 3
INVALID_ARGUMENT, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNIMPLEMENTED = 3, 4, 8, 12
SERVICE = "episodes.v1.EpisodeService"


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def text(field, value):
    data = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(data)) + data


def read_varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(message):
    """Yields (field, value, begin, end): value and its place, for the wire types 0 and 2."""
    at = 0
    while at < len(message):
        tag, at = read_varint(message, at)
        if tag & 7 == 0:
            begin = at
            value, at = read_varint(message, at)
        elif tag & 7 == 2:
            length, begin = read_varint(message, at)
            at = begin + length
            value = message[begin:at]
        else:
            raise ValueError(f"wire type {tag & 7} at {at}")
        yield tag >> 3, value, begin, at


def request(method, payload, service=SERVICE, timeout_nano=0):
    data = text(1, service) + text(2, method)
    if payload:
        data += text(3, payload)
    return data + (number(4, timeout_nano) if timeout_nano else b"")


def frame(stream, data, kind=REQUEST):
    return HEADER.pack(len(data), stream, kind, 0) + data


def status(response):
    """Code of a ttrpc.Response; 0 when it carries a payload."""
    for field, value, _, _ in fields(response):
        if field == 1:
            return next((code for inner, code, _, _ in fields(value) if inner == 1), 0)
    return 0


class Connection:
    """A socket that reads whole frames; one thread."""

    def __init__(self, port, timeout=30, receive_buffer=None):
        self.socket = socket.socket()
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        self.socket.settimeout(timeout)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = bytearray()

    def send(self, data):
        self.socket.sendall(data)

    def read_frame(self, chunk=65536):
        """The next frame as (stream, kind, data); None at the orderly end."""
        while True:
            if len(self.input) >= HEADER.size:
                length, stream, kind, _ = HEADER.unpack_from(self.input)
                if len(self.input) >= HEADER.size + length:
                    data = bytes(self.input[HEADER.size:HEADER.size + length])
                    del self.input[:HEADER.size + length]
                    return stream, kind, data
            more = self.socket.recv(chunk)
            if not more:
                if self.input:
                    raise ConnectionError(f"the end came inside a frame ({len(self.input)} bytes)")
                return None
            self.input += more

    def call(self, stream, data):
        self.send(frame(stream, data))
        answer = self.read_frame()
        if answer is None or answer[:2] != (stream, RESPONSE):
            raise ConnectionError(f"call on stream {stream} got {answer and answer[:2]}")
        return answer[2]

    def close(self, reset=False):
        if reset:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
