"""What a second event loop changes."""

import os
import socket
import time
from contextlib import ExitStack

from . import catalogue, servers, wire
from .measuring import interleave, system_calls, write_requests


def measure(options, catalog):
    """One and two event loops, in two arrangements.

    `bound`: all loops on one processor, which they fill, so that the figures tell what a second loop
    costs by itself. `free`: nothing is bound. With fewer processors than busy threads the client is
    then the narrow place, the loops wait for it, and a loop that sleeps and wakes pays for that.
    """
    path = write_requests("loops", [(1, wire.envelope("ListEpisodes", catalogue.PAGE))])
    result = {}
    for arrangement, client in (("bound", "polls"), ("free", "free")):
        with ExitStack() as stack:
            cases = {}
            for count in (1, 2):
                server = servers.episodesd(catalog, loops=count, is_pinned=arrangement == "bound")
                stack.callback(server.stop)
                cases[str(count)] = (server, path)
            result[arrangement] = interleave(options, "64x1", cases, client=client)
            for count, (server, _) in cases.items():
                result[arrangement][count]["system_calls"] = system_calls(
                    server, "64x1", path, client=client)
            result["spread"] = spread(cases["2"][0], 64)
    return result


def watched_descriptors(pid):
    """Epoll set -> number of descriptors in it."""
    folder = f"/proc/{pid}/fdinfo"
    sets = {}
    for name in os.listdir(folder):
        try:
            with open(os.path.join(folder, name), encoding="ascii") as file:
                sets[name] = sum(line.startswith("tfd:") for line in file)
        except FileNotFoundError:
            continue  # Closed since the folder was read.
    return sets


def spread(server, count):
    """How many of `count` new connections each loop got, most first."""
    time.sleep(0.5)
    before = watched_descriptors(server.pid)
    with ExitStack() as stack:
        for _ in range(count):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port)))
        time.sleep(0.5)
        after = watched_descriptors(server.pid)
    grown = [number - before.get(name, 0) for name, number in after.items()]
    return sorted((number for number in grown if number > 0), reverse=True)
