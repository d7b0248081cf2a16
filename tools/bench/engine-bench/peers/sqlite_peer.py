"""SQLite in memory: facets packed into one number, a covering index for every order, FTS5 without
contents, columns or positions but with prefix indexes; every statement stays prepared."""
import sqlite3
import sys
import time

import harness

directory = sys.argv[1]
begin = time.perf_counter()
db = sqlite3.connect(":memory:", isolation_level=None, cached_statements=64)
db.executescript("""
    PRAGMA temp_store = memory;
    CREATE TABLE e(id INTEGER PRIMARY KEY, signature INT, released INT, popularity INT);
    CREATE VIRTUAL TABLE words USING fts5(
        text, content='', detail=none, columnsize=0, prefix='2 3 4', tokenize='ascii');
""")
db.execute("BEGIN")
for number, signature, released, popularity, text in harness.rows(directory):
    db.execute("INSERT INTO e VALUES(?, ?, ?, ?)", (number, signature, released, popularity))
    db.execute("INSERT INTO words(rowid, text) VALUES(?, ?)", (number, text))
db.execute("COMMIT")
db.executescript("""
    CREATE INDEX by_signature ON e(signature);
    CREATE INDEX by_id ON e(id, signature);
    CREATE INDEX by_popularity ON e(popularity DESC, id, signature);
    CREATE INDEX by_release ON e(released DESC, id, signature);
    INSERT INTO words(words) VALUES('optimize');
    ANALYZE;
""")
build_seconds = time.perf_counter() - begin
pages = db.execute("PRAGMA page_count").fetchone()[0]
page_bytes = db.execute("PRAGMA page_size").fetchone()[0]

ORDERS = (("by_id", "id"), ("by_popularity", "popularity DESC, id"), ("by_release", "released DESC, id"))
PASSES = ("(signature & ?1) <> 0 AND (signature & ?2) <> 0 AND (signature & ?3) <> 0 "
          "AND (signature & ?4) <> 0 AND (signature & ?5) = ?5")
COUNT = f"SELECT count(*) FROM e INDEXED BY by_signature WHERE {PASSES}"


def page(index, order):
    return (f"SELECT id FROM e INDEXED BY {index} WHERE {PASSES} ORDER BY {order} LIMIT ?6 OFFSET ?7",
            f"SELECT id FROM e INDEXED BY {index} ORDER BY {order} LIMIT ? OFFSET ?")


def text(order, with_facets, with_total):
    total = "count(*) OVER ()" if with_total else "-1"
    found = f"SELECT e.id, {total} FROM words JOIN e ON e.id = words.rowid WHERE words MATCH "
    if with_facets:
        return f"{found} ?8 AND {PASSES} ORDER BY {order} LIMIT ?6 OFFSET ?7"
    return f"{found} ?1 ORDER BY {order} LIMIT ?2 OFFSET ?3"


PAGES = [page(*order) for order in ORDERS]
TEXTS = {(place, facets, total): text(order[1], facets, total)
         for place, order in enumerate(ORDERS) for facets in (False, True) for total in (False, True)}


def run(query, with_total):
    cut = (query.size, query.skip)
    facets = query.masks + (query.features,)
    if query.words:
        match = " AND ".join(f'"{word}"' for word in query.words)
        if query.ends_in_beginning:
            match += " *"
        statement = TEXTS[query.order, query.has_facets, with_total]
        values = facets + cut + (match,) if query.has_facets else (match,) + cut
        found = db.execute(statement, values).fetchall()
        return (found[0][1] if found else 0), [row[0] for row in found]
    total = -1
    if with_total:
        counting = db.execute(COUNT, facets) if query.has_facets else db.execute("SELECT count(*) FROM e")
        total = counting.fetchone()[0]
        if total == 0:
            return 0, []
    chosen, everything = PAGES[query.order]
    found = db.execute(chosen, facets + cut) if query.has_facets else db.execute(everything, cut)
    return total, [row[0] for row in found]


harness.serve("sqlite", directory, build_seconds, pages * page_bytes // 1024, run)
