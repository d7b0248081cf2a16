"""What the figures are meant to be."""

from .parts import CEILING, OURS, OVER_GRPC
from .report import line, number, table

# Server -> most CPU a call beside it, by load.
BESIDE = {
    "C, canned reply": {"64x1": 1.35, "1x64": 2.0},
    "redis GET": {"64x1": 0.8, "1x64": 0.8},
    "Go ttrpc": {"64x1": 0.4, "1x64": 0.15},
    "C++ gRPC": {"64x1": 0.25, "1x64": 0.1},
}
# The same protocol on both sides. Where a connection has one call in flight it is the system that
# costs, whoever answers.
GRPC_BESIDE_CXX = {"1x16": 0.3, "1x64": 0.3}
SYSTEM_CALLS = {"64x1": 2.1, "1x1": 3.0}


def goals(figures):
    """(what, figure, most allowed) of everything that was measured."""
    for load, servers in figures.get("calls", {}).get("loads", {}).items():
        ours = servers[OURS]
        for peer, limits in BESIDE.items():
            costs = [figure["cpu_microseconds"] for name, figure in servers.items()
                     if name.startswith(peer)]
            if costs and load in limits:
                ratio = ours["cpu_microseconds"] / min(costs)
                yield f"{load} CPU beside {peer}", ratio, limits[load]
            if costs and peer == "C++ gRPC" and load in GRPC_BESIDE_CXX:
                ratio = servers[OVER_GRPC]["cpu_microseconds"] / min(costs)
                yield f"{load} CPU over gRPC beside {peer}", ratio, GRPC_BESIDE_CXX[load]
        if load in SYSTEM_CALLS and ours["system_calls"] is not None:
            yield f"{load} system calls a call", ours["system_calls"], SYSTEM_CALLS[load]
        if load == "64x1" and CEILING in servers:
            yield (f"{load} p99 beside {CEILING}",
                   ours["p99_microseconds"] / servers[CEILING]["p99_microseconds"], 1.4)
        if ours["allocations"] is not None:
            yield f"{load} heap allocations a call", ours["allocations"], 0
    if "loops" in figures:
        pair = figures["loops"]["bound"]
        yield ("64x1 CPU of two loops beside one",
               pair["2"]["cpu_microseconds"] / pair["1"]["cpu_microseconds"], 1.1)
        spread = figures["loops"]["spread"]
        yield "64 connections on two loops, most on one", spread[0], 33
    if "idle" in figures:
        yield "idle connection, KiB", figures["idle"]["epoll"]["bytes_each"] / 1024, 20
        yield "idle, CPU ticks", figures["idle"]["epoll"]["cpu_ticks"], 0


def show_goals(figures):
    rows = [[what, number(value), number(limit),
             "met" if value <= limit + 0.005 else "missed"]
            for what, value, limit in goals(figures)]
    if rows:
        line()
        table(["goal (episodesd epoll)", "figure", "at most", ""], rows)
