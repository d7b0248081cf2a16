"""Where the server's processor time goes, sampled by perf."""

import os
import re
import shutil
import subprocess
from collections import Counter

from . import servers
from .measuring import run_load

# Swift's symbols begin with `$s`, the length of the module's name, and that name.
MODULE = re.compile(r"\$s(\d+)(\w+)")
RUNTIME = ("libswift", "ld-linux", "libdispatch")


def owner(library, symbol):
    """The part of the server that a symbol belongs to."""
    if library.startswith("[") or "vmlinux" in library:
        return "kernel"
    if library.startswith(RUNTIME):
        return "Swift runtime"
    if library.startswith("lib"):
        return library.split(".so")[0].rstrip("-.0123456789")
    if symbol.startswith("cplatform_bitset"):
        return "EpisodeIndex"
    named = MODULE.search(symbol)
    if not named:
        return "Swift library"
    return named[2][:int(named[1])]


def shares(server, load, requests):
    """Part -> share of the server's processor time, largest first; None where perf may not."""
    if not shutil.which("perf"):
        return None
    data = os.path.join(servers.TOOLS, "perf.data")
    try:
        run_load(server, load, 1.5, requests, [
            "perf", "record", "-q", "-F", "4999", "-o", data, "-p", str(server.pid), "--"])
        report = subprocess.run(
            ["perf", "report", "-i", data, "--stdio", "-q", "--no-demangle", "--no-children",
             "-t", "\t", "--percent-limit", "0", "-F", "overhead,dso,sym"],
            check=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    except (SystemExit, OSError, subprocess.CalledProcessError):
        return None
    parts = Counter()
    for line in report.splitlines():
        cells = [cell.strip() for cell in line.split("\t")]
        if len(cells) == 3 and cells[0].endswith("%"):
            symbol = cells[2].split("] ", 1)[-1]
            parts[owner(cells[1], symbol)] += float(cells[0][:-1]) / 100
    return dict(parts.most_common()) or None
