#!/usr/bin/env python3
"""Runs the engine and its peers over one generated catalogue, compares their answers and prints
what each query class costs, class by class and engine by engine in turn. Started by
tools/bench/engine, which builds and installs what is needed."""
import argparse
import contextlib
import fcntl
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
COMMON = dict(facets=160, facets_pop=440, facets_rel=360, text1=200, text2=140, prefix=240,
              text_facets=200, rare=80, nomatch=80, nofilter=60, deep=40)
BUILT_IN = ("engine", "scan", "sqlite", "tantivy", "postgres")
SLICE_SECONDS = 60


def arguments():
    parser = argparse.ArgumentParser(prog="tools/bench/engine", description=__doc__, epilog="""
        The common classes hold whole words and beginnings of whole words, which every engine
        understands alike; the engine's own classes (beginnings of parts of words, phrases,
        relevance, facet counts, ranges) are listed apart. Shown is the best of the rounds.
        Calls from Python are part of what sqlite, tantivy and postgres cost: about 2, 5 and
        50 microseconds each. A peer of your own is a program that speaks the line protocol of
        peers/harness.py.""")
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixed", action="store_true",
                        help="camel-case and accented words and runs of Han too; without peers")
    parser.add_argument("--engines", default="engine,scan,sqlite,tantivy,postgres",
                        help="of these, those that are installed (default: all)")
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND",
                        help="one more; {dir} in the command is the folder with catalog.tsv and queries.tsv")
    parser.add_argument("--export", metavar="DIR", help="keep the exported files there, and use them if there")
    parser.add_argument("--seconds", type=float, default=0.4, help="for each class, engine and round")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--verify-seconds", type=float, default=40,
                        help="for answering all queries once; a slow peer answers a part of them")
    parser.add_argument("--common-only", action="store_true", help="without the engine's own classes")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--lock", metavar="FILE",
                        help="locked (flock) while measuring, for machines that are shared")
    parser.add_argument("--binary", default=f"{HERE}/.build/release/engine-bench", help=argparse.SUPPRESS)
    options = parser.parse_args()
    for name in options.engines.split(","):
        if name not in BUILT_IN:
            parser.error(f"unknown engine '{name}'; use {', '.join(BUILT_IN)} or --peer")
    for peer in options.peer:
        if "=" not in peer:
            parser.error(f"--peer {peer}: write NAME=COMMAND")
    if not 10 <= options.rows <= 10_000_000:
        parser.error("--rows: from 10 to 10,000,000")
    return options


class Machine:
    """The processor that everything is measured on, and the lock for it."""

    def __init__(self, options):
        self.lock = options.lock
        self.processor = max(os.sched_getaffinity(0))

    def pin(self):
        os.sched_setaffinity(0, {self.processor})

    @contextlib.contextmanager
    def alone(self):
        if not self.lock:
            yield
            return
        with open(self.lock, "a", encoding="ascii") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield


class Worker:
    """A running engine."""

    def __init__(self, name, command, directory, options, machine):
        self.name, self.directory, self.facts, self.results = name, directory, {}, {}
        environment = dict(os.environ, VERIFY_S=str(options.verify_seconds))
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
            preexec_fn=machine.pin)
        for line in self.process.stdout:
            if line.startswith("READY "):
                self.facts = json.loads(line[6:])
                return
        raise RuntimeError("ended before it was ready")

    def measure(self, key, seconds):
        self.process.stdin.write(f"{key} {seconds}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} ended while measuring {key}")
        result = json.loads(line)
        if result.get("n"):
            self.results.setdefault(key, []).append(result)

    def answers(self):
        answers = {}
        with open(f"{self.directory}/{self.name}.res", encoding="ascii") as file:
            for line in file:
                number, total, ids = line.rstrip("\n").split("\t")
                answers[int(number)] = (int(total), ids)
        return answers

    def best(self):
        best = {}
        for key, rounds in self.results.items():
            best[key] = dict(
                per_second=max(one["n"] / one["el"] for one in rounds),
                p50_us=min(one["p50"] for one in rounds), p99_us=min(one["p99"] for one in rounds),
                samples=sum(one["samples"] for one in rounds))
            if "allocs" in rounds[0]:
                best[key]["allocations"] = min(one["allocs"] for one in rounds)
        for suffix in ("", ":no_total"):
            if all(name + suffix in best for name in COMMON):
                seconds = sum(count / best[name + suffix]["per_second"] for name, count in COMMON.items())
                best["weighted mix" + suffix] = dict(per_second=sum(COMMON.values()) / seconds)
        return best

    def end(self):
        self.process.stdin.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def say(text):
    print(text, file=sys.stderr, flush=True)


def missing(name):
    """Why a peer cannot run here; None when it can."""
    needs = dict(sqlite="sqlite3", tantivy="tantivy", postgres="psycopg").get(name)
    if needs:
        try:
            __import__(needs)
        except ImportError:
            return f"Python has no module {needs}"
    if name == "postgres" and not any(
            os.path.exists(f"/usr/lib/postgresql/{version}/bin/initdb") for version in range(13, 30)):
        return "the package postgresql is not installed"
    return None


def commands(options, directory):
    generated = ["--rows", str(options.rows), "--seed", str(options.seed)]
    generated += ["--mixed"] if options.mixed else []
    for name in options.engines.split(","):
        if name in ("engine", "scan"):
            yield name, [options.binary, "serve", "--engine", name, "--answers",
                         f"{directory}/{name}.res", *generated]
        elif options.mixed:
            say(f"skipped {name}: its words are not those of a mixed catalogue")
        elif reason := missing(name):
            say(f"skipped {name}: {reason}")
        else:
            yield name, [sys.executable, f"{HERE}/peers/{name}_peer.py", directory]
    for peer in options.peer:
        name, command = peer.split("=", 1)
        yield name, shlex.split(command.replace("{dir}", directory))


def export(options, directory):
    stamp = f"{directory}/made-from"
    wanted = f"rows {options.rows} seed {options.seed} mixed {options.mixed}\n"
    if os.path.exists(stamp):
        with open(stamp, encoding="ascii") as file:
            if file.read() == wanted:
                return
        os.remove(stamp)
    command = [options.binary, "export", "--rows", str(options.rows), "--seed", str(options.seed),
               "--directory", directory]
    subprocess.run(command + (["--mixed"] if options.mixed else []), check=True)
    with open(stamp, "w", encoding="ascii") as file:
        file.write(wanted)


def compare(workers):
    """Each worker's answers against the first one's; the number of differences."""
    expected, differences = workers[0].answers(), 0
    for worker in workers[1:]:
        answers = worker.answers()
        unequal = [number for number, answer in answers.items() if expected.get(number) != answer]
        differences += len(unequal)
        say(f"{worker.name}: {len(answers)} answers compared with {workers[0].name}'s, "
            f"{len(unequal)} differ" + (f", first query {unequal[0]}: {answers[unequal[0]]} "
                                        f"against {expected.get(unequal[0])}" if unequal else ""))
    return differences


def measure(workers, options, machine):
    keys = [*COMMON, "mix"]
    own = [name for name in workers[0].facts.get("classes", []) if name not in keys]
    plan = [(worker, name + suffix) for name in keys for suffix in ("", ":no_total")
            for worker in workers
            if (not suffix or worker.facts.get("skips_totals")) and (name != "mix" or "skips_totals" in worker.facts)]
    if not options.common_only:
        plan += [(workers[0], name) for name in own]
    steps = [step for _ in range(options.rounds) for step in plan]
    while steps:
        with machine.alone():
            begin = time.monotonic()
            while steps and time.monotonic() - begin < SLICE_SECONDS:
                worker, key = steps.pop(0)
                worker.measure(key, options.seconds)


def short(number):
    for unit, name in ((1e6, "M"), (1e3, "k")):
        if number >= unit * 10:
            return f"{number / unit:.0f}{name}"
        if number >= unit:
            return f"{number / unit:.2f}{name}"
    return f"{number:.0f}" if number >= 10 else f"{number:.2f}"


def table(rows):
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  ".join(cells).rstrip())
    print()


def report(workers, options):
    best = {worker.name: worker.best() for worker in workers}
    first, *others = [worker.name for worker in workers]

    def cell(name, key, field="per_second"):
        return short(best[name][key][field]) if field in best[name].get(key, {}) else "-"

    def ratio(name, key):
        both = key in best[first] and key in best[name]
        return f"{best[first][key]['per_second'] / best[name][key]['per_second']:.2f}x" if both else "-"

    for suffix, heading in (("", "queries/s"), (":no_total", "queries/s, no total")):
        rows = [[heading, *best, *(f"{first}/{name}" for name in others)]]
        for key in [*COMMON, "weighted mix", "mix"]:
            rows.append([key] + [cell(name, key + suffix) for name in best]
                        + [ratio(name, key + suffix) for name in others])
        table(rows)
    rows = [["p50 / p99 us", *best, "allocations"]]
    for key in [*COMMON, "mix"]:
        rows.append([key] + [f"{cell(name, key, 'p50_us')} / {cell(name, key, 'p99_us')}" for name in best]
                    + [cell(first, key, "allocations")])
    table(rows)
    rows = [["", *best]]
    for field, heading, scale in (("build_s", "build s", 1), ("mem_kb", "index MB, own count", 1000),
                                  ("rss_kb", "resident MB", 1000), ("peak_kb", "peak MB", 1000)):
        rows.append([heading] + [f"{worker.facts[field] / scale:.2f}" if field in worker.facts else "-"
                                 for worker in workers])
    table(rows)
    if facts := workers[0].facts.get("add_s"):
        print(f"{first} takes in {workers[0].facts['text_bytes'] / 1e6 / facts:.0f} MB of text a second "
              f"in {facts:.2f} s of its build time\n")
    own = [key for key in best[first] if key.split(":")[0] not in COMMON and "mix" not in key]
    if own:
        table([["own classes", "queries/s", "p50 us", "p99 us", "allocations"]] + [
            [key, *(cell(first, key, field) for field in ("per_second", "p50_us", "p99_us", "allocations"))]
            for key in own])
    if "relevance" in own:
        times = best[first]["plain"]["per_second"] / best[first]["relevance"]["per_second"]
        print(f"relevance costs {times:.2f} times the plain order\n")
    if options.json:
        facts = {worker.name: dict(worker.facts, classes=best[worker.name]) for worker in workers}
        with open(options.json, "w", encoding="ascii") as file:
            json.dump(dict(rows=options.rows, seed=options.seed, mixed=options.mixed,
                           seconds=options.seconds, rounds=options.rounds, engines=facts), file, indent=1)
            file.write("\n")


def main():
    options = arguments()
    machine, workers, failures = Machine(options), [], []
    with contextlib.ExitStack() as stack:
        directory = options.export or stack.enter_context(tempfile.TemporaryDirectory(prefix="engine-bench-"))
        os.makedirs(directory, exist_ok=True)
        with machine.alone():
            say(f"generating {options.rows} rows from seed {options.seed}")
            export(options, directory)
        for name, command in commands(options, directory):
            # Peers take minutes to build and answer; their build times may suffer from neighbours.
            is_slow = name in BUILT_IN and name != "engine"
            with contextlib.nullcontext() if is_slow else machine.alone():
                say(f"building {name}")
                try:
                    worker = Worker(name, command, directory, options, machine)
                except (OSError, RuntimeError) as problem:
                    if not workers:
                        raise SystemExit(f"{name}: {problem}") from problem
                    failures.append(name)
                    say(f"left out {name}: {problem}")
                    continue
            stack.callback(worker.end)
            workers.append(worker)
            say(f"{name}: built in {worker.facts['build_s']:.2f} s")
        if not workers:
            sys.exit("nothing to measure")
        differences = compare(workers)
        say("measuring")
        measure(workers, options, machine)
        report(workers, options)
        if differences or failures:
            sys.exit(f"{differences} answers differ; failed to start: {', '.join(failures) or 'none'}")


if __name__ == "__main__":
    main()
