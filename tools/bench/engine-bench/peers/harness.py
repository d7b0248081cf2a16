"""What every peer program shares: reading the exported catalogue and queries, and the line protocol.

A peer builds, answers every query once into DIR/NAME.res (number, total, ids; tabs between), prints
READY and a line of JSON, then reads lines of CLASS SECONDS and answers each with a line of JSON.
A class with :no_total behind it is answered without the total.
"""
import json
import os
import sys
import time

# Groups of alternatives as bits of the signature: domains, difficulty, content and subscription type.
GROUPS = (63, 15 << 6, 15 << 10, 7 << 14)
FACET_VALUE_COUNT = 29


class Query:
    def __init__(self, line):
        columns = line.rstrip("\n").split("\t")
        self.number, self.name = int(columns[0]), columns[1]
        self.order, self.skip, self.size = map(int, columns[2:5])
        self.groups = tuple(map(int, columns[5:9]))
        self.features = int(columns[9])
        self.ends_in_beginning = columns[10] == "1"
        self.words = columns[11].split()
        self.has_facets = any(self.groups) or self.features != 0
        # A group that nothing is selected of lets everything pass.
        self.masks = tuple(chosen or every for chosen, every in zip(self.groups, GROUPS))


def queries(directory):
    with open(directory + "/queries.tsv", encoding="ascii") as file:
        return [Query(line) for line in file]


def rows(directory):
    """Tuples of id, signature, released_at, popularity and all text."""
    with open(directory + "/catalog.tsv", encoding="ascii") as file:
        for line in file:
            number, signature, released, popularity, text = line.rstrip("\n").split("\t")
            yield int(number), int(signature), int(released), int(popularity), text


def resident_kilobytes():
    with open("/proc/self/status", encoding="ascii") as file:
        for line in file:
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def measure(run, chosen, with_total, seconds, start):
    clock = time.perf_counter
    samples, place, begin = [], start, clock()
    while True:
        before = clock()
        run(chosen[place % len(chosen)], with_total)
        after = clock()
        place += 1
        samples.append(after - before)
        if after - begin > seconds:
            break
    samples.sort()
    count = len(samples)
    result = dict(n=count, el=after - begin, samples=count,
                  p50=samples[count // 2] * 1e6, p99=samples[count * 99 // 100] * 1e6)
    return result, place


def serve(name, directory, build_seconds, index_kilobytes, run):
    """`run(query, with_total)` answers the total (any number without) and the ids."""
    every = queries(directory)
    limit, begin, answered = float(os.environ.get("VERIFY_S", "90")), time.perf_counter(), 0
    with open(f"{directory}/{name}.res", "w", encoding="ascii") as file:
        for query in every:
            if time.perf_counter() - begin > limit:
                break
            total, ids = run(query, True)
            file.write(f"{query.number}\t{total}\t{','.join(map(str, ids))}\n")
            answered += 1
    facts = dict(engine=name, build_s=build_seconds, mem_kb=index_kilobytes,
                 rss_kb=resident_kilobytes(), verified=answered, skips_totals=True,
                 verify_s=time.perf_counter() - begin)
    print("READY", json.dumps(facts), flush=True)
    places = {}
    for line in sys.stdin:
        key, seconds = line.split()
        wanted, _, variant = key.partition(":")
        chosen = [query for query in every if wanted in (query.name, "mix")]
        result, places[key] = measure(
            run, chosen, variant != "no_total", float(seconds), places.get(key, 0))
        print(json.dumps(result), flush=True)
