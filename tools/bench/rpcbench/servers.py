"""The servers that are measured: how to start each, and how to load it."""

import os
import shutil
import signal
import socket
import subprocess
import time

from . import wire

TOOLS = os.environ.get("BENCH_TOOLS", "")
EPISODESD = os.environ.get("BENCH_EPISODESD", "")
PROCESSORS = sorted(os.sched_getaffinity(0))
SERVER_CPU, CLIENT_CPU = PROCESSORS[0], PROCESSORS[-1]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A running process that answers on a port."""

    def __init__(self, name, protocol, command, is_pinned=True, environment=None):
        self.name, self.protocol, self.port = name, protocol, free_port()
        arguments = [str(part).replace("{port}", str(self.port)) for part in command]
        self.log = open(os.path.join(TOOLS, f"{name.replace(' ', '-')}.log"), "w+b")
        pin = (lambda: os.sched_setaffinity(0, {SERVER_CPU})) if is_pinned else None
        self.process = subprocess.Popen(
            arguments, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            preexec_fn=pin, env={**os.environ, **(environment or {})})
        self.wait_until_it_answers()

    @property
    def pid(self):
        return self.process.pid

    def wait_until_it_answers(self):
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        self.log.seek(0)
        text = self.log.read().decode(errors="replace").strip()
        self.stop()
        raise SystemExit(f"rpc: {self.name} did not start: {text or 'it said nothing'}")

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()


def episodesd(catalog, readiness="epoll", loops=1, more=(), program=None, cache=0, **rest):
    """Without kept replies unless asked for: every call does its whole work."""
    return Server(
        f"{'other' if program else 'episodesd'} {readiness}", "ttrpc",
        [program or EPISODESD, "serve", "--catalog", catalog, "--listen", "127.0.0.1:{port}",
         "--loops", loops, "--readiness", readiness, "--reply-cache-bytes", cache, *more], **rest)


def caching(catalog):
    """episodesd as it is by default, with a reply cache that holds a third of the mix."""
    server = episodesd(catalog, cache=4 << 20)
    server.name = "episodesd cache"
    return server


def over_grpc(catalog):
    """episodesd, asked in the protocol of everybody else."""
    server = episodesd(catalog)
    server.name, server.protocol = "episodesd gRPC", "grpc"
    return server


def write_file(name, content):
    path = os.path.join(TOOLS, name)
    with open(path, "wb") as file:
        file.write(content)
    return path


def ceiling(name, body):
    """The C server; `body` is a whole ttrpc.Response."""
    path = write_file(f"{name}.reply", body)
    return Server(name, "ttrpc", [os.path.join(TOOLS, "ceiling"), "{port}", path])


def redis(message):
    server = Server(
        "redis GET", "redis",
        ["redis-server", "--port", "{port}", "--bind", "127.0.0.1", "--save", "",
         "--appendonly", "no", "--daemonize", "no", "--dir", TOOLS])
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        connection.sendall(b"*3\r\n$3\r\nSET\r\n$4\r\npage\r\n$%d\r\n%s\r\n"
                           % (len(message), message))
        if wire.receive(connection, 5) != b"+OK\r\n":
            raise SystemExit("rpc: redis did not take the value")
    return server


def missing_peers():
    """Peer -> what to install."""
    needed = {"redis": ("redis-server", shutil.which("redis-server"))}
    for peer, tool, packages in (
            ("go", "go-ttrpc", "golang-go golang-github-containerd-ttrpc-dev"),
            ("cxx", "cxx-async", "g++ libgrpc++-dev")):
        needed[peer] = (packages, os.path.exists(os.path.join(TOOLS, tool)))
    needed["system calls"] = ("linux-perf", shutil.which("perf"))
    return {peer: packages for peer, (packages, is_there) in needed.items() if not is_there}


def start_peers(names, body):
    """The chosen servers that are installed, each answering the bytes of `body`."""
    message = wire.payload(body)
    path = write_file("message", message)
    started = []
    if "c" in names:
        started.append(ceiling("C, canned reply", body))
    if "redis" in names:
        started.append(redis(message))
    for peer, protocol, tool, label in (
            ("go", "ttrpc", "go-ttrpc", "Go ttrpc"),
            ("cxx", "grpc", "cxx-callback", "C++ gRPC callback"),
            ("cxx", "grpc", "cxx-async", "C++ gRPC async")):
        if peer in names:
            started.append(
                Server(label, protocol, [os.path.join(TOOLS, tool), "{port}", path]))
    return started


def request_line(protocol, message):
    """A ListEpisodes request as the load client wants it for this protocol."""
    if protocol == "redis":
        return b"*2\r\n$3\r\nGET\r\n$4\r\npage\r\n"
    return message if protocol == "grpc" else wire.envelope("ListEpisodes", message)
