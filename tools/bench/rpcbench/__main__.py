"""Builds nothing: tools/bench/rpc does, and says where the tools are."""

import datetime
import json
import os
import platform
import sys

from . import catalogue, goals, idle, loops, options, parts, report, servers

MEASURE = {"calls": parts.calls, "apart": parts.apart, "mix": parts.mix,
           "loops": loops.measure, "idle": idle.measure}


def machine():
    model = platform.processor() or platform.machine()
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [text.split(":", 1)[1].strip() for text in file if text.startswith("model name")]
    return {"processor": names[0] if names else model, "processors": os.cpu_count(),
            "system": platform.freedesktop_os_release()["PRETTY_NAME"],
            "kernel": platform.release(), "date": datetime.date.today().isoformat(),
            "command": "tools/bench/rpc " + " ".join(sys.argv[1:])}


def main():
    chosen = options.parse()
    if chosen.prepare:
        return
    for peer, packages in servers.missing_peers().items():
        if peer in (*chosen.peers, "system calls") and "calls" in chosen.parts:
            report.line(f"without {peer}: tools/bench/rpc --install, or apt-get install {packages}")
    catalog = chosen.catalog
    if chosen.beside:
        chosen.beside = os.path.abspath(chosen.beside)
    if not catalog:
        catalog = os.path.join(servers.TOOLS, "catalog.jsonl")
        catalogue.write(catalog)
    chosen.peers = [name for name in chosen.peers if name not in servers.missing_peers()]
    figures = {"machine": machine()}
    report.line("{processors} x {processor}, {system}, Linux {kernel}, {date}".format(
        **figures["machine"]))
    for part in options.PARTS:
        if part in chosen.parts:
            figures[part] = MEASURE[part](chosen, catalog)
            report.SHOW[part](figures[part])
    goals.show_goals(figures)
    if chosen.json:
        with open(chosen.json, "w", encoding="utf-8") as file:
            json.dump(figures, file, indent=2)
            file.write("\n")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
