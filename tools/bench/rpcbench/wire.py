"""Messages by hand, as far as the bench needs them, and one checked call."""

import socket

SERVICE = "episodes.v1.EpisodeService"


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def bytes_field(number, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value if value else b""


def number_field(number, value):
    return varint(number << 3) + varint(value) if value else b""


def packed_field(number, values):
    return bytes_field(number, b"".join(varint(value) for value in values))


def fields(message):
    """(number, value) of every field; values are numbers or bytes."""
    at = 0

    def take_varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        tag = take_varint()
        if tag & 7 == 0:
            yield tag >> 3, take_varint()
            continue
        length = {1: 8, 5: 4}.get(tag & 7) or take_varint()
        yield tag >> 3, message[at:at + length]
        at += length


def list_request(domains=(), difficulties=(), query="", sort="", if_revision_not=0):
    """A ListEpisodesRequest of 20 rows a page."""
    return (packed_field(1, domains) + packed_field(2, difficulties) + bytes_field(3, query)
            + bytes_field(4, sort) + number_field(5, 20) + number_field(15, if_revision_not))


def envelope(method, payload):
    return bytes_field(1, SERVICE) + bytes_field(2, method) + bytes_field(3, payload)


def receive(connection, count):
    received = b""
    while len(received) < count:
        piece = connection.recv(count - len(received))
        if not piece:
            raise SystemExit("the server closed the connection")
        received += piece
    return received


def call_on(connection, request):
    """Sends one envelope as call 1; returns the answer's body, a ttrpc.Response."""
    connection.sendall(len(request).to_bytes(4, "big") + b"\0\0\0\1\1\0" + request)
    header = receive(connection, 10)
    body = receive(connection, int.from_bytes(header[:4], "big"))
    if header[8] != 2 or body[:1] != b"\x12":
        raise SystemExit(f"the server answered an error: {body!r}")
    return body


def call(port, request):
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        return call_on(connection, request)


def payload(body):
    return dict(fields(body))[2]
