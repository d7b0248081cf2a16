"""The server under test: start, reload, what it costs, end."""
import os
import re
import signal
import subprocess
import time

import catalogue


class Server:
    def __init__(self, program, folder, options):
        self.catalogue = os.path.join(folder, "catalogue.jsonl")
        self.log_path = os.path.join(folder, "server.log")
        self.revision = 1  # odd: version A
        catalogue.write("A", self.catalogue)
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                [program, "serve", "--catalog", self.catalogue, "--listen", "127.0.0.1:0"] + options,
                stdout=subprocess.PIPE, stderr=log, text=True)
        ready = self.process.stdout.readline()
        match = re.search(r"127\.0\.0\.1:(\d+)", ready)
        if not match:
            raise RuntimeError(f"the server did not start: {ready}{self.log()}")
        self.pid, self.port = self.process.pid, int(match.group(1))

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def is_alive(self):
        return self.process.poll() is None

    def reload(self, limit=60):
        """Swaps the other version in; returns the seconds until it answers."""
        begin = time.monotonic()
        catalogue.write(catalogue.VERSIONS[self.revision % 2], self.catalogue)
        os.kill(self.pid, signal.SIGHUP)
        wanted = f"at revision {self.revision + 1}\n"
        while wanted not in self.log():
            if time.monotonic() - begin > limit or not self.is_alive():
                raise RuntimeError(f"no reload to revision {self.revision + 1} in {limit} s")
            time.sleep(0.02)
        self.revision += 1
        return time.monotonic() - begin

    def status(self, key):
        """A number of /proc/PID/status: VmRSS in KiB, Threads."""
        with open(f"/proc/{self.pid}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(key + ":"))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def cpu_seconds(self):
        with open(f"/proc/{self.pid}/stat", encoding="ascii") as file:
            values = file.read().rpartition(")")[2].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")

    def terminate(self, limit):
        """SIGTERM; (exit status, seconds), a status of None when it did not end in time."""
        begin = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(limit), time.monotonic() - begin
        except subprocess.TimeoutExpired:
            return None, time.monotonic() - begin

    def kill(self):
        if self.is_alive():
            self.process.kill()
            self.process.wait()
