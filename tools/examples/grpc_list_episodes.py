#!/usr/bin/env python3
"""Lists episodes over gRPC with PyPI's grpcio: grpc_list_episodes.py HOST:PORT [QUERY]

Needs grpcio, and the classes that protoc makes of the contract:

    protoc -I proto --python_out=classes proto/episodes/v1/*.proto
    PYTHONPATH=classes python3 tools/examples/grpc_list_episodes.py 127.0.0.1:50051 swift
"""
import sys

import grpc
from episodes.v1 import list_episodes_pb2 as messages

address, query = sys.argv[1], " ".join(sys.argv[2:])
with grpc.insecure_channel(address) as channel:
    list_episodes = channel.unary_unary(
        "/episodes.v1.EpisodeService/ListEpisodes",
        request_serializer=messages.ListEpisodesRequest.SerializeToString,
        response_deserializer=messages.ListEpisodesResponse.FromString,
    )
    try:
        answer = list_episodes(
            messages.ListEpisodesRequest(query=query, page_size=5), timeout=5)
    except grpc.RpcError as error:
        sys.exit(f"{error.code().name}: {error.details()}")
    print(f"{answer.total_size} episodes")
    for episode in answer.episodes:
        print(episode.id, episode.name)
