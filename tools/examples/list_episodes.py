#!/usr/bin/env python3
"""Asks an episodes server over its native protocol, with nothing but PyPI's protobuf.

    protoc -I proto --python_out=tools/examples/generated proto/ttrpc/ttrpc.proto \\
        proto/google/rpc/status.proto proto/google/rpc/error_details.proto \\
        proto/episodes/v1/*.proto
    PYTHONPATH=tools/examples/generated tools/examples/list_episodes.py 127.0.0.1:50051 map
"""
import socket
import struct
import sys

from episodes.v1 import list_episodes_pb2
from ttrpc import ttrpc_pb2

HEADER = struct.Struct(">IIBB")  # data length, stream id, type, flags
REQUEST, RESPONSE = 1, 2


class Client:
    """One connection; calls one after the other, on odd stream ids that rise."""

    def __init__(self, address):
        if address.startswith("unix:"):
            self.socket = socket.socket(socket.AF_UNIX)
            self.socket.connect(address[len("unix:"):])
        else:
            host, port = address.rsplit(":", 1)
            self.socket = socket.create_connection((host.strip("[]"), int(port)), timeout=10)
        self.reader = self.socket.makefile("rb")
        self.stream = -1

    def call(self, service, method, request, reply, timeout_seconds=5):
        self.stream += 2
        envelope = ttrpc_pb2.Request(
            service=service, method=method, payload=request.SerializeToString(),
            timeout_nano=int(timeout_seconds * 1e9)).SerializeToString()
        self.socket.sendall(HEADER.pack(len(envelope), self.stream, REQUEST, 0) + envelope)
        while True:
            length, stream, kind, _ = HEADER.unpack(self.reader.read(HEADER.size))
            data = self.reader.read(length)
            if (stream, kind) == (self.stream, RESPONSE):
                break
        envelope = ttrpc_pb2.Response.FromString(data)
        if envelope.status.code:
            raise RuntimeError(f"status {envelope.status.code}: {envelope.status.message}")
        return reply.FromString(envelope.payload)


if __name__ == "__main__":
    client = Client(sys.argv[1])
    request = list_episodes_pb2.ListEpisodesRequest(query=" ".join(sys.argv[2:]), page_size=5)
    answer = client.call("episodes.v1.EpisodeService", "ListEpisodes", request,
                         list_episodes_pb2.ListEpisodesResponse)
    print(f"{answer.total_size} episodes")
    for episode in answer.episodes:
        print(episode.id, episode.name)
