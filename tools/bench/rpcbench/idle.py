"""What connections cost that have made a call and wait."""

import os
import resource
import socket
import time
from contextlib import ExitStack

from . import catalogue, servers, wire
from .measuring import progress


def resident_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("VmRSS:"))


def cpu(pid):
    """(clock ticks, nanoseconds) that all threads of the process have run, ended ones too."""
    with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
        ticks = sum(map(int, file.read().rsplit(")", 1)[1].split()[11:13]))
    # The clock that clock_getcpuclockid(3) names, which Python knows for threads only.
    return ticks, time.clock_gettime_ns(~pid << 3 | 2)


def measure(options, catalog, seconds=10):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    count = options.idle_connections if hard < 0 else min(options.idle_connections, hard - 200)
    if count < options.idle_connections:
        progress(f"only {count} connections: the limit of open files is {hard} (ulimit -Hn)")
    request = wire.envelope("ListEpisodes", catalogue.PAGE)
    results = {}
    for form in ("epoll", "dispatch"):
        progress(f"idle, {form}: {count} connections, then {seconds} s of silence")
        with ExitStack() as stack:
            server = servers.episodesd(
                catalog, form, more=["--max-connections", count + 10])
            stack.callback(server.stop)
            wire.call(server.port, request)
            before = resident_bytes(server.pid)
            connections = []
            for _ in range(count):
                connection = stack.enter_context(
                    socket.create_connection(("127.0.0.1", server.port), timeout=10))
                connections.append(connection)
            for connection in connections:
                wire.call_on(connection, request)
            time.sleep(2)
            resident, start = resident_bytes(server.pid), cpu(server.pid)
            time.sleep(seconds)
            end = cpu(server.pid)
            results[form] = {
                "connections": count, "bytes_each": (resident - before) / count,
                "seconds": seconds, "cpu_ticks": end[0] - start[0],
                "cpu_microseconds": (end[1] - start[1]) / 1e3}
    return results
