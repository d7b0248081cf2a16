"""A catalogue whose rows take about 300 bytes encoded, and requests for it. The same every time."""

import itertools
import json
import random

from . import wire

ROWS = 5_000
WORDS = ("array async binary camera cloud concurrency data design drawing error file game graph "
         "input kernel layout map memory model network node parser pattern photo physics protocol "
         "queue render routing scene server shader sound store stream string swift table test "
         "thread timer tree type view web widget").split()
SORTS = ("-popularity", "-released_at", "name", "duration", "relevance,-popularity")


def sentence(random_source, byte_count):
    words = []
    while sum(map(len, words)) + len(words) < byte_count:
        words.append(random_source.choice(WORDS))
    return " ".join(words).capitalize() + "."


def row(random_source, number):
    pick = random_source.choice
    return {
        "id": 1000 + number,
        "name": f"{pick(WORDS)} {pick(WORDS)} with {pick(WORDS)}s".title(),
        "description": sentence(random_source, 104),
        "parent_name": f"{pick(WORDS)}s from {pick(WORDS)}".capitalize(),
        "domain_ids": sorted(random_source.sample(range(1, 9), pick((1, 1, 2)))),
        "difficulty": pick(("beginner", "intermediate", "advanced", None)),
        "content_type": pick(("episode", "episode", "screencast", "article")),
        "subscription_type": pick(("free", "beginner", "professional")),
        "released_at": f"{pick(range(2015, 2026))}-{pick(range(1, 13)):02}-{pick(range(1, 29)):02}"
                       f"T{pick(range(24)):02}:{pick(range(60)):02}:00Z",
        "popularity": random_source.randrange(1, 100_000) / 2,
        "duration": random_source.randrange(60, 4_000),
        "video_identifier": 5000 + number,
        "ordinal": number % 20 + 1,
        "uri": f"lantern://videos/{5000 + number}",
        "technology": pick(("Swift 5.9, Xcode 15", "Swift 6.2", "Kotlin 1.9, Android 14")),
        "contributors": f"{pick(WORDS)} {pick(WORDS)}son".title(),
    }


def write(path):
    random_source = random.Random(20)
    with open(path, "w", encoding="utf-8") as file:
        for number in range(ROWS):
            file.write(json.dumps(row(random_source, number)) + "\n")


# The app's first screen: two platforms, two levels, the most popular first.
PAGE = wire.list_request([1, 2], [1, 2], sort="-popularity")


def zipf_mix(count=2_000):
    """(weight, message): distinct requests; the n-th most popular is asked 1/n as often."""
    random_source = random.Random(7)
    domains = [[]] + [list(pair) for size in (1, 2)
                      for pair in itertools.combinations(range(1, 9), size)]
    levels = [[], [1], [2], [3], [4], [1, 2]]
    queries = [""] * 6 + [word[:length] for word in WORDS[:12] for length in (3, 20)]
    every = {wire.list_request(*choice)
             for choice in itertools.product(domains, levels, queries, SORTS)}
    chosen = random_source.sample(sorted(every), count)
    return [(1 / rank, message) for rank, message in enumerate(chosen, 1)]
