"""What the Swift client library does beside the C load client, against the same server: see --help."""

import argparse
import json
import os
import statistics
import subprocess
import sys

from . import catalogue, report, servers, wire
from .measuring import progress, run_load, write_requests
from .options import positive

CLIENT = os.environ.get("BENCH_CLIENT", "")
# Name -> arguments of client-load.
FORMS = {
    "library, on its loop": ("loop", "bytes"),
    "library, Swift's threads": ("global", "bytes"),
    "library, values": ("loop", "values"),
}

EPILOG = """\
The server has one processor. Clients take turns within every round and may use what they like; the
C client keeps one processor to itself and does nothing with a reply but look at its length. The ratio
is that of the medians. Every answer's status and length is checked; a wrong one ends the run.
"""


def parse():
    parser = argparse.ArgumentParser(
        prog="tools/bench/client", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Calls a second of the client library beside the C load client.")
    add = parser.add_argument
    add("--connections", type=positive(int), default=1, metavar="N", help="default: 1")
    add("--in-flight", type=positive(int), default=64, metavar="N",
        help="calls in flight on each connection (default: 64)")
    add("--rounds", type=positive(int), default=7, metavar="N", help="default: 7")
    add("--seconds", type=positive(float), default=0.5, metavar="S",
        help="of one measurement, after 0.15 s of warm-up (default: 0.5)")
    add("--cache", type=int, default=0, metavar="BYTES",
        help="of replies the server keeps (default: 0, every call does its whole work)")
    add("--rows", type=positive(int), default=20, metavar="N", help="of a page (default: 20)")
    add("--json", metavar="FILE", help="also write every figure there")
    return parser.parse_args()


def run_library(server, options, requests, form):
    command = [CLIENT, f"127.0.0.1:{server.port}", str(options.connections),
               str(options.in_flight), str(options.seconds), *form]
    with open(requests, "rb") as lines:
        done = subprocess.run(command, text=True, check=False, stdin=lines,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise SystemExit(f"client: {done.stderr.strip()}")
    return json.loads(done.stdout)


def main():
    options = parse()
    page = wire.list_request([1, 2], [1, 2], sort="-popularity")
    # The last value of a field counts.
    page += wire.number_field(5, options.rows)
    catalog = os.path.join(servers.TOOLS, "catalog.jsonl")
    catalogue.write(catalog)
    server = servers.episodesd(catalog, cache=options.cache)
    messages = write_requests("messages", [(1, page)])
    envelopes = write_requests("envelopes", [(1, wire.envelope("ListEpisodes", page))])
    load = f"{options.connections}x{options.in_flight}"
    rates = {name: [] for name in ("C", *FORMS)}
    costs = {name: [] for name in FORMS}
    try:
        for number in range(options.rounds):
            progress(f"{load}: round {number + 1} of {options.rounds}")
            result = run_load(server, load, options.seconds, envelopes)
            rates["C"].append(result["calls_per_second"])
            for name, form in FORMS.items():
                result = run_library(server, options, messages, form)
                rates[name].append(result["calls_per_second"])
                costs[name].append(result["client_cpu_microseconds"])
    finally:
        server.stop()
    show(load, options, rates, costs)


def show(load, options, rates, costs):
    base = statistics.median(rates["C"])
    figures = {}
    report.line(f"{'client, ' + load:26} {'calls/s':>10} {'best':>10} {'ratio':>6} {'CPU us':>7}")
    for name, values in rates.items():
        median = statistics.median(values)
        cost = min(costs[name]) if name in costs else 0
        figures[name] = {"calls_per_second": median, "best": max(values), "ratio": median / base,
                         "client_cpu_microseconds": cost}
        shown = f"{cost:7.2f}" if cost else ""
        report.line(f"{name:26} {median:10,.0f} {max(values):10,.0f} {median / base:6.2f} {shown}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump({"load": load, "clients": figures}, file, indent=2)
            file.write("\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
