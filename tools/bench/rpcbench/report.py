"""The tables."""

from .parts import CEILING, OURS


def line(text=""):
    print(text, flush=True)


def number(value, digits=2):
    return "-" if value is None else f"{value:,.{digits}f}"


def table(headings, rows):
    """The first column is text, the others are numbers."""
    widths = [max(len(row[at]) for row in [headings, *rows]) for at in range(len(headings))]
    for row in [headings, *rows]:
        cells = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        line("  ".join([row[0].ljust(widths[0]), *cells]).rstrip())


def show_calls(result):
    line(f"\nListEpisodes, 20 rows, replies of {result['reply_bytes']:,} bytes")
    line("connections x calls in flight each; 'beside' is episodesd's CPU divided by the server's")
    for load, servers in result["loads"].items():
        ours = servers[OURS]["cpu_microseconds"]
        canned = servers.get(CEILING)
        line()
        table(
            [load, "calls/s", "CPU us", "x C", "beside", "sys calls", "switches", "p50 us",
             "p99 us"],
            [[name, number(figure["calls_per_second"], 0), number(figure["cpu_microseconds"]),
              number(canned and figure["cpu_microseconds"] / canned["cpu_microseconds"]),
              number(ours / figure["cpu_microseconds"]), number(figure["system_calls"]),
              number(figure["switches"]), number(figure["p50_microseconds"], 0),
              number(figure["p99_microseconds"], 0)] for name, figure in servers.items()])
    counts = []
    for load, servers in result["loads"].items():
        forms = [servers[f"episodesd {form}"]["allocations"] for form in ("epoll", "dispatch")]
        counts.append(f"{load} {' and '.join(number(count, 4) for count in forms)}")
    line(f"\nheap allocations a call, epoll and dispatch: {'; '.join(counts)}")


def show_apart(result):
    line("\nWhat the search costs: CPU us a call of episodesd, of C with a reply as long")
    for load, measured in result.items():
        rows, difference = [], {}
        for name, pair in measured["requests"].items():
            ours, canned = (pair[who]["cpu_microseconds"] for who in (OURS, CEILING))
            difference[name] = ours - canned
            rows.append([name, number(pair[OURS]["reply_bytes"], 0), number(ours),
                         number(canned), number(ours / canned), number(ours - canned)])
        line()
        table([load, "reply bytes", "episodesd", "C", "x C", "difference"], rows)
        page, unfiltered, none = difference.values()
        line(f"of the difference: filters and their total {number(page - unfiltered)} us, "
             f"rows {number(unfiltered - none)} us, the rest {number(none)} us")
        if measured["shares"]:
            total = next(iter(measured["requests"].values()))[OURS]["cpu_microseconds"]
            line("sampled, us a call: " + ", ".join(
                f"{part} {number(share * total)}" for part, share in measured["shares"].items()
                if share * total >= 0.005))


def show_mix(result):
    line("\n2,000 different requests, the n-th most popular asked 1/n as often")
    rows = []
    for load, servers in result.items():
        canned = servers[CEILING]["cpu_microseconds"]
        for name, figure in servers.items():
            rows.append([f"{load} {name}", number(figure["calls_per_second"], 0),
                         number(figure["cpu_microseconds"]),
                         number(figure["cpu_microseconds"] / canned),
                         number(figure["p99_microseconds"], 0),
                         number(figure["reply_bytes"], 0)])
    table(["", "calls/s", "CPU us", "x C", "p99 us", "reply bytes"], rows)


def show_loops(result):
    for arrangement, words in (("bound", "all loops bound to one processor"),
                               ("free", "server and client free to run on any processor")):
        line(f"\nA second event loop, 64x1, {words}")
        one = result[arrangement]["1"]["cpu_microseconds"]
        table(["loops", "calls/s", "CPU us", "beside one", "sys calls", "switches", "p50 us",
               "p99 us"],
              [[count, number(figure["calls_per_second"], 0), number(figure["cpu_microseconds"]),
                number(figure["cpu_microseconds"] / one), number(figure["system_calls"]),
                number(figure["switches"]), number(figure["p50_microseconds"], 0),
                number(figure["p99_microseconds"], 0)]
               for count, figure in result[arrangement].items()])
    line(f"64 connections on two loops: {' and '.join(map(str, result['spread']))}")


def show_idle(result):
    line("\nIdle connections that have made a call: growth of resident memory, the kernel's apart")
    table(["readiness", "connections", "KiB each", "CPU ticks", "CPU us", "in s"],
          [[form, number(figure["connections"], 0), number(figure["bytes_each"] / 1024),
            str(figure["cpu_ticks"]), number(figure["cpu_microseconds"], 0),
            str(figure["seconds"])] for form, figure in result.items()])


SHOW = {"calls": show_calls, "apart": show_apart, "mix": show_mix, "loops": show_loops,
        "idle": show_idle}
