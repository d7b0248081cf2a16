"""Everything at once against one server, for a while; then says what is left of it.

Started by tools/soak, which builds what this needs.
"""
import argparse
import collections
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time

import cases
import hostile
import honest
import others
from drain import check_drain
from load import Load
from server import Server

# A good client on a busy machine sends its longest frame within the first.
FRAME_SECONDS, IDLE_SECONDS = 5, 8
RELOAD_SECONDS = 3
MEBIBYTE = 1024  # in KiB, as /proc counts
Sample = collections.namedtuple("Sample", "rss threads descriptors")


class Soak:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.server = Server(options.server, folder, [
            "--loops", str(options.loops), "--readiness", options.readiness,
            "--frame-timeout-milliseconds", str(FRAME_SECONDS * 1000),
            "--idle-timeout-milliseconds", str(IDLE_SECONDS * 1000),
            "--max-unsent-bytes", str(1 << 20)])
        self.port = self.server.port
        self.frame_seconds, self.idle_seconds = FRAME_SECONDS, IDLE_SECONDS
        self.stop, self.lock = threading.Event(), threading.Lock()
        self.counts, self.faults = collections.Counter(), []
        self.canary_longest = 0
        self.samples, self.results = [], []
        self.cases, self.answers = cases.all_cases(), []

    # Called by the clients' threads.
    def count(self, name, amount=1):
        with self.lock:
            self.counts[name] += amount

    def fault(self, who, what):
        with self.lock:
            self.faults.append(f"{who}: {what}")

    def note_canary(self, seconds):
        self.canary_longest = max(self.canary_longest, seconds)
        self.count("canary calls")

    def learn(self):
        """Asks both versions calmly; version A must come back the same after a reload."""
        for _ in range(3):
            self.answers.append(cases.ask(self.port, self.cases))
            self.server.reload()
        self.server.reload()
        changed = [case[1] for case, first, again in zip(self.cases, self.answers[0], self.answers[2])
                   if first[:2] != again[:2]]
        if changed:
            self.fault("reload", f"version A answers otherwise than before: {', '.join(changed)}")
        del self.answers[2]
        cases.save(f"{self.folder}/cases", self.cases, self.answers)

    def phase(self, seconds):
        """All clients for a while; ends when all have."""
        self.stop.clear()
        begin = time.monotonic()
        tool, save = self.options.tools, f"{self.folder}/cases"
        port, wide, deep = str(self.port), ["16", "8", str(seconds)], ["2", "512", str(seconds), "6000"]
        churn = Load("churn", [f"{tool}/churn", port, save, "100000000", "16", "crhapxh", "1500"],
                     self.folder)
        loads = [Load("mix", [f"{tool}/mix", port, save] + wide, self.folder),
                 Load("deep", [f"{tool}/mix", port, save] + deep, self.folder), churn]
        clients = (honest.canary, honest.late_reader, self.reloads) + hostile.ALL + others.ALL
        threads = [threading.Thread(target=self.guard, args=(client,), daemon=True)
                   for client in clients]
        for thread in threads:
            thread.start()
        while time.monotonic() - begin < seconds and self.server.is_alive() and not self.faults:
            time.sleep(1)
            self.sample()
            if len(self.samples) % 10 == 0:
                self.progress(time.monotonic() - begin, loads)
            if any(load.process.poll() for load in loads):
                break
        self.stop.set()
        churn.process.send_signal(signal.SIGTERM)
        for load in loads:
            problem = load.end(60)
            if problem:
                self.fault(load.name, problem)
            self.count(f"{load.name} done", int(load.figures[0]))
            self.count(f"{load.name} wrong", int(load.figures[1]))
        for thread in threads:
            thread.join(60)
            if thread.is_alive():
                self.fault(thread.name, "a client hangs")
        return loads

    def guard(self, client):
        """A client that loses its connection is a fault, not the end of the soak."""
        try:
            client(self)
        except Exception as error:  # whatever it is, it belongs into the report
            self.fault(client.__name__, repr(error))

    def reloads(self, _):
        while not self.stop.wait(RELOAD_SECONDS):
            self.server.reload()
            self.count("reloads")

    def sample(self):
        if self.server.is_alive():
            self.samples.append(Sample(self.server.status("VmRSS"), self.server.status("Threads"),
                                       self.server.descriptors()))

    def progress(self, seconds, loads):
        last = self.samples[-1]
        figures = "  ".join(f"{load.name} {load.figures[0]:,.0f} ({load.figures[2]:,.0f}/s, "
                            f"p99 {load.figures[4] / 1000:.1f} ms)" for load in loads)
        print(f"{seconds:5.0f} s  {figures}  revision {self.server.revision}  "
              f"RSS {last.rss / MEBIBYTE:.1f} MiB  fds {last.descriptors}  threads {last.threads}  "
              f"canary <= {self.canary_longest * 1000:.0f} ms  faults {len(self.faults)}", flush=True)

    def quiet(self, descriptors):
        """Waits until the server holds no connection; the descriptors it has then."""
        end = time.monotonic() + IDLE_SECONDS + 10
        while self.server.descriptors() > descriptors and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(0.5)
        return self.server.descriptors()

    def rested_threads(self, count):
        """Waits until the server has at most so many threads; how many it has then."""
        end = time.monotonic() + 30
        while self.server.status("Threads") > count and time.monotonic() < end:
            time.sleep(0.1)
        return self.server.status("Threads")

    def check(self, name, is_good, detail):
        self.results.append((name, is_good, detail))

    def run(self):
        self.learn()
        descriptors = self.quiet(self.server.descriptors())
        self.phase(max(5, min(30, self.options.seconds // 4)))
        if self.faults:
            return self.check("warm-up", False, "ended early")
        self.quiet(descriptors)
        warm = self.server.status("VmRSS")
        print(f"warm: RSS {warm / MEBIBYTE:.1f} MiB, {descriptors} descriptors", flush=True)
        self.samples.clear()
        loads = self.phase(self.options.seconds)
        self.judge(loads, warm, descriptors)

    def judge(self, loads, warm, descriptors):
        wrong = sum(self.counts[f"{load.name} wrong"] for load in loads)
        self.check("wrong answers", wrong == 0, wrong)
        self.check("faults", not self.faults, len(self.faults))
        if not self.server.is_alive():
            self.check("server", False, f"ended with {self.server.process.returncode}")
            return
        left = self.quiet(descriptors)
        self.check("descriptors", left == descriptors, f"{left}, {descriptors} at the start")
        rss = self.server.status("VmRSS")
        # A loop keeps up to 16 MiB of buffers for its next connections; half is there when warm.
        self.check("memory when quiet", rss <= warm * 1.15 + 8 * MEBIBYTE * self.options.loops,
                   f"{rss / MEBIBYTE:.1f} MiB, {warm / MEBIBYTE:.1f} MiB when warm")
        series = [sample.rss for sample in self.samples] or [rss]
        quarter = max(1, len(series) // 4)
        early = statistics.median(series[quarter:2 * quarter] or series)
        late = statistics.median(series[-quarter:])
        self.check("memory under load", late <= early * 1.15 + 8 * MEBIBYTE,
                   f"second quarter {early / MEBIBYTE:.1f}, last {late / MEBIBYTE:.1f}, "
                   f"most {max(series) / MEBIBYTE:.1f} MiB")
        # Dispatch may start a thread while another is about to rest, and ends it some seconds later:
        # a busy time shows more.
        most = max([sample.threads for sample in self.samples] or [0])
        threads = self.rested_threads(self.options.loops + 4)
        self.check("threads", most <= self.options.loops + 6 and threads <= self.options.loops + 4,
                   f"{most} under load, {threads} then, {self.options.loops} loops")
        before = self.server.cpu_seconds()
        time.sleep(2)
        spent = self.server.cpu_seconds() - before
        self.check("processor when quiet", spent <= 0.03, f"{spent:.2f} s in 2 s")
        self.check("drain", *check_drain(self))
        lines = self.server.log().splitlines()
        reports = self.server.revision + 20
        self.check("log", len(lines) <= reports and max(map(len, lines)) <= 300,
                   f"{len(lines)} lines for {self.server.revision - 1} reloads")

    def report(self):
        print("\nwhat the clients did")
        for name, amount in sorted(self.counts.items()):
            print(f"  {name:<20} {amount:>12,}")
        print(f"  {'canary, longest':<20} {self.canary_longest * 1000:>9,.0f} ms")
        print("what is left of the server")
        for name, is_good, detail in self.results:
            print(f"  {name:<22} {'good' if is_good else 'WRONG':<6} {detail}")
        for fault in self.faults[:20]:
            print(f"fault: {fault}")


def main():
    parser = argparse.ArgumentParser(prog="tools/soak", description=__doc__)
    parser.add_argument("seconds", type=int, nargs="?", default=600)
    parser.add_argument("--readiness", choices=("epoll", "dispatch"), default="epoll")
    parser.add_argument("--loops", type=int, default=2)
    parser.add_argument("--server", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tools", required=True, help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="soak-")
    soak = Soak(options, folder)
    try:
        soak.run()
    finally:
        soak.report()
        log = soak.server.log().splitlines()
        soak.server.kill()
        is_good = soak.results and all(good for _, good, _ in soak.results) and not soak.faults
        if is_good:
            shutil.rmtree(folder)
        else:
            print("last lines of the server:", *log[-10:], f"all files: {folder}", sep="\n  ")
    sys.exit(0 if is_good else 1)


main()
