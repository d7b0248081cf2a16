"""Many short connections against one server, then what they cost it and left behind.

Started by tools/bench/churn, which builds what this needs.
"""
import argparse
import shutil
import sys
import tempfile
import time

import cases
from load import Load
from server import Server


def learn(server, folder):
    """Writes the file of cases: both versions' answers."""
    every, answers = cases.all_cases(), []
    for _ in range(2):
        answers.append(cases.ask(server.port, every))
        server.reload()
    cases.save(f"{folder}/cases", every, answers)


def settled(server, descriptors):
    end = time.monotonic() + 10
    while server.descriptors() > descriptors and time.monotonic() < end:
        time.sleep(0.1)
    return server.descriptors()


def run(options, server, folder):
    learn(server, folder)
    time.sleep(0.5)
    descriptors, rss = server.descriptors(), []
    load = Load("churn", [f"{options.tools}/churn", str(server.port), f"{folder}/cases",
                          str(options.count), str(options.at_once), options.ways], folder)
    threads, cpu, next_line = 0, server.cpu_seconds(), time.monotonic() + 10
    while load.process.poll() is None and server.is_alive():
        time.sleep(0.2)
        threads = max(threads, server.status("Threads"))
        rss.append(server.status("VmRSS"))
        if time.monotonic() > next_line:
            next_line += 10
            print(f"{load.figures[0]:,.0f} connections, {load.figures[2]:,.0f}/s, "
                  f"RSS {rss[-1] / 1024:.1f} MiB", flush=True)
    problem = load.end(10)
    if not server.is_alive():
        return f"the server ended with {server.process.returncode}: {problem}"
    cpu, left = server.cpu_seconds() - cpu, settled(server, descriptors)
    done, wrong, rate, middle, late, longest = load.figures
    print(f"{options.readiness}, {options.loops} loops: {done:,.0f} connections ({options.ways}, "
          f"{options.at_once} at once), {wrong:.0f} wrong, {rate:,.0f}/s, "
          f"{cpu / max(done, 1) * 1e6:.1f} us CPU each; connect to last answer p50 {middle:.0f}, "
          f"p99 {late:.0f}, longest {longest:.0f} us; descriptors {left}, {descriptors} before; "
          f"threads <= {threads}; RSS {rss[0] / 1024:.1f} MiB at first, {rss[-1] / 1024:.1f} at last")
    if left != descriptors:
        problem = f"{left - descriptors} descriptors are left; {problem}"
    # As in the soak: Dispatch may start one more while others are about to rest.
    if threads > options.loops + 6:
        problem = f"{threads} threads; {problem}"
    return problem


def main():
    parser = argparse.ArgumentParser(prog="tools/bench/churn", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=500_000)
    parser.add_argument("--at-once", type=int, default=64)
    parser.add_argument("--ways", default="crh", help="letters of c r h a p x, in turn")
    parser.add_argument("--readiness", choices=("epoll", "dispatch"), default="epoll")
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("--server", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tools", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="churn-")
    server = Server(options.server, folder, ["--loops", str(options.loops),
                                             "--readiness", options.readiness])
    try:
        problem = run(options, server, folder)
    finally:
        server.kill()
    shutil.rmtree(folder)
    if problem:
        sys.exit(f"churn: {problem}")


main()
