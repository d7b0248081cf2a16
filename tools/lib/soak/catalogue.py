"""Two versions of a made-up catalogue: same ids, other texts, numbers and order."""
import json
import os
import random

VERSIONS = "AB"
ROWS = 3000
WORDS = ("map list graph tree view actor async layout gesture cache index query socket frame stream "
         "test build deploy shader vector matrix audio video chart grid stack queue hash sort merge "
         "color token parser schema widget state binding router model network thread memory").split()
LEVELS = ("beginner", "intermediate", "advanced", None)
FEATURES = ("subtitles", "transcript", "source-code", "quiz")


def rows(version):
    chosen = random.Random(f"catalogue {version}")
    for each in range(1, ROWS + 1):
        name = " ".join(chosen.choices(WORDS, k=3)).title()
        yield {
            "id": str(each), "name": f"{name} {version}{each}",
            "description": " ".join(chosen.choices(WORDS, k=chosen.randint(10, 60))),
            "parent_name": f"Course {chosen.randint(1, 80)}",
            "domain_ids": sorted(chosen.sample(range(1, 9), chosen.randint(1, 3))),
            "difficulty": chosen.choice(LEVELS),
            "content_type": chosen.choice(("episode", "collection")), "free": chosen.random() < 0.3,
            "duration": chosen.randint(60, 3600), "popularity": chosen.randint(1, 9000) / 2,
            "released_at": f"20{chosen.randint(10, 25)}-0{chosen.randint(1, 9)}-11T10:00:00Z",
            "features": chosen.sample(FEATURES, chosen.randint(0, 4)),
            "contributor_string": f"Person {chosen.randint(1, 200)}",
            "video_identifier": 100_000 + each,
        }


def write(version, path):
    """Replaces the file in one step, so that no reader sees half of it."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        for row in rows(version):
            file.write(json.dumps(row) + "\n")
    os.replace(path + ".new", path)
