"""The command line of the bench."""

import argparse

PARTS = ("calls", "apart", "mix", "loops", "idle")
PEERS = ("c", "redis", "go", "cxx")
LOADS = ("1x1", "1x16", "1x64", "64x1")

EPILOG = """\
parts:
  calls  every server under every load: CPU, system calls, latency, heap allocations;
         'cache' is episodesd as by default, the others keep no replies (--reply-cache-bytes 0)
  apart  what the search costs: a page, one without filters, no rows; and a profile by module
  mix    2,000 different requests, the n-th most popular asked 1/n as often
  loops  a second event loop: CPU a call, and how connections spread
  idle   memory and CPU of 10,000 connections that have made a call and wait

examples:
  tools/bench/rpc                              everything installed, about 6 minutes
  tools/bench/rpc --install                    install redis, Go and gRPC peers first
  tools/bench/rpc --parts calls --loads 64x1 --peers c
                                               beside the C server only, half a minute
  tools/bench/rpc --catalog rows.jsonl --json figures.json

The server has one processor, the client another; servers take turns within every round. The client
polls, because waking it costs a slow server more often than a fast one that keeps it busy. CPU,
calls/s and latency are the best of their rounds: disturbance only ever adds, and many short rounds
let every server meet the machine at its best. Ratios carry over to other machines, times do not.
Every answer's status and length is checked; a wrong one ends the run.
"""


def chosen_from(known):
    def parse(text):
        names = tuple(name for name in text.split(",") if name)
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"'{name}' is none of {', '.join(known)}")
        return names
    return parse


def positive(kind):
    def parse(text):
        try:
            value = kind(text)
        except ValueError:
            value = 0
        if not 0 < value < 1_000_000:
            raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
        return value
    return parse


def parse():
    parser = argparse.ArgumentParser(
        prog="tools/bench/rpc", epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="What a call costs episodesd, beside other servers that answer the same bytes.")
    add = parser.add_argument
    add("--parts", type=chosen_from(PARTS), default=PARTS, metavar="LIST",
        help=f"of {','.join(PARTS)} (default: all)")
    add("--loads", type=chosen_from(LOADS), default=LOADS, metavar="LIST",
        help=f"connections x calls in flight, of {','.join(LOADS)} (default: all)")
    add("--peers", type=chosen_from(PEERS), default=PEERS, metavar="LIST",
        help=f"of {','.join(PEERS)}; those not installed are passed over (default: all)")
    add("--rounds", type=positive(int), default=10, metavar="N", help="default: 10")
    add("--seconds", type=positive(float), default=0.5, metavar="S",
        help="of one measurement, after 0.15 s of warm-up (default: 0.5)")
    add("--client", choices=("polls", "sleeps"), default="polls",
        help="whether the server has to wake the client for an answer (default: polls)")
    add("--catalog", metavar="FILE",
        help="default: 5,000 generated rows of about 300 bytes; the requests are for domains 1-8")
    add("--beside", metavar="PROGRAM",
        help="another build of episodesd, measured in the same rounds (parts calls and mix)")
    add("--idle-connections", type=positive(int), default=10_000, metavar="N",
        help="default: 10000")
    add("--json", metavar="FILE", help="also write every figure there")
    add("--install", action="store_true", help="install the peers' Debian packages first")
    add("--prepare", action="store_true", help="build everything, measure nothing")
    return parser.parse_args()
