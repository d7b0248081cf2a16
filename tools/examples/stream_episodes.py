#!/usr/bin/env python3
"""Exports everything that matches from an episodes server, as one ttrpc stream.

Set up as list_episodes.py beside this file says, then:

    PYTHONPATH=tools/examples/generated tools/examples/stream_episodes.py 127.0.0.1:50051 map
"""
import sys

from list_episodes import HEADER, REQUEST, RESPONSE, Client

from episodes.v1 import episode_service_pb2, list_episodes_pb2
from ttrpc import ttrpc_pb2

DATA = 3
REMOTE_CLOSED, NO_DATA = 1, 4


def stream(client, service, method, request, reply, timeout_seconds=60):
    """Yields the messages of a server stream; raises when it ends with an error."""
    client.stream += 2
    envelope = ttrpc_pb2.Request(
        service=service, method=method, payload=request.SerializeToString(),
        timeout_nano=int(timeout_seconds * 1e9)).SerializeToString()
    client.socket.sendall(
        HEADER.pack(len(envelope), client.stream, REQUEST, REMOTE_CLOSED) + envelope)
    while True:
        length, number, kind, flags = HEADER.unpack(client.reader.read(HEADER.size))
        data = client.reader.read(length)
        if number != client.stream:
            continue
        if kind == RESPONSE:
            status = ttrpc_pb2.Response.FromString(data).status
            raise RuntimeError(f"status {status.code}: {status.message}")
        if kind == DATA:
            if not flags & NO_DATA:
                yield reply.FromString(data)
            if flags & REMOTE_CLOSED:
                return


if __name__ == "__main__":
    wanted = list_episodes_pb2.ListEpisodesRequest(query=" ".join(sys.argv[2:]), sort="id")
    batches = stream(
        Client(sys.argv[1]), "episodes.v1.EpisodeService", "StreamEpisodes",
        episode_service_pb2.StreamEpisodesRequest(request=wanted),
        episode_service_pb2.StreamEpisodesResponse)
    for batch in batches:
        for episode in batch.episodes:
            print(episode.id, episode.name)
