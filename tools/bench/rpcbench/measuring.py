"""Runs the load client: rounds, system calls, allocations."""

import json
import os
import shutil
import subprocess
import sys

from . import servers

# Disturbance adds to these, and takes from the rate.
LOWEST = ("cpu_microseconds", "p50_microseconds", "p99_microseconds")


def progress(text):
    print(f"  {text}", file=sys.stderr, flush=True)


def write_requests(name, lines):
    """A file of (weight, bytes) for the load client."""
    path = os.path.join(servers.TOOLS, f"{name}.requests")
    with open(path, "w", encoding="ascii") as file:
        file.writelines(f"{weight:.9f} {request.hex()}\n" for weight, request in lines)
    return path


def run_load(server, load, seconds, requests, wrapper=(), counter=None, client="polls"):
    """`client`: polls, sleeps, or free, which sleeps and is bound to no processor."""
    connections, in_flight = load.split("x")
    is_pinned = client != "free"
    pin = (lambda: os.sched_setaffinity(0, {servers.CLIENT_CPU})) if is_pinned else None
    command = [*wrapper, os.path.join(servers.TOOLS, "load"), server.protocol, str(server.port),
               str(server.pid), connections, in_flight, str(seconds), requests,
               "poll" if client == "polls" else "sleep"]
    done = subprocess.run(
        command + ([counter] if counter else []), preexec_fn=pin, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"rpc: {server.name}, {load}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def best(results):
    """The best of each figure over the rounds."""
    merged = dict(results[0])
    for name in merged:
        values = [result[name] for result in results]
        merged[name] = min(values) if name in LOWEST else max(values)
        if name == "switches":
            merged[name] = sorted(values)[len(values) // 2]
    return merged


def interleave(options, load, cases, client=None):
    """cases: name -> (server, requests file). Name -> best figures; servers take turns."""
    results = {name: [] for name in cases}
    for number in range(options.rounds):
        progress(f"{load}: round {number + 1} of {options.rounds}")
        for name, (server, requests) in cases.items():
            results[name].append(
                run_load(server, load, options.seconds, requests, client=client or options.client))
    return {name: best(values) for name, values in results.items()}


def system_calls(server, load, requests, client="polls"):
    """System calls a call, counted by the kernel; None where perf may not."""
    if not shutil.which("perf"):
        return None
    report = os.path.join(servers.TOOLS, "perf.csv")
    wrapper = ["perf", "stat", "-x,", "-o", report, "-e", "raw_syscalls:sys_enter",
               "-p", str(server.pid), "--"]
    try:
        result = run_load(server, load, 0.5, requests, wrapper, client=client)
        with open(report, encoding="utf-8") as file:
            counts = [line.split(",")[0] for line in file if "sys_enter" in line]
        return int(counts[0]) / result["all_calls"]
    except (SystemExit, OSError, ValueError, IndexError):
        return None


def allocations(start, load, requests):
    """Heap allocations a call in the steady state; `start` starts a server with an environment."""
    counter = servers.write_file("allocations.count", bytes(8))
    library = os.path.join(servers.TOOLS, "allocations.so")
    server = start({"LD_PRELOAD": library, "ALLOCATIONS": counter})
    try:
        if not any(open(counter, "rb").read()):
            return None
        return run_load(server, load, 0.5, requests, counter=counter)["counted"]
    finally:
        server.stop()
