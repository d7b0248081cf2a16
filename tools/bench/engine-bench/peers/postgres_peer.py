"""PostgreSQL over a Unix socket, in a cluster of its own: prepared statements, facets packed into
one number, covering indexes for every order, GIN over words, no parallel workers, no compiling."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

import psycopg

import harness

directory = sys.argv[1]
binaries = sorted(glob.glob("/usr/lib/postgresql/*/bin"))[-1]
folder = tempfile.mkdtemp(prefix="engine-bench-")
# The server refuses to run as root.
as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
if as_user:
    shutil.chown(folder, "postgres")
SETTINGS = (f"-c listen_addresses='' -c unix_socket_directories={folder} -c shared_buffers=2GB "
            "-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_wal_size=4GB "
            "-c jit=off -c autovacuum=off -c max_parallel_workers_per_gather=0 -c work_mem=256MB "
            "-c maintenance_work_mem=1GB -c max_parallel_maintenance_workers=0 "
            "-c random_page_cost=1.1 -c plan_cache_mode=force_generic_plan")


def control(*arguments):
    subprocess.run([*as_user, f"{binaries}/pg_ctl", "-D", f"{folder}/data", "-w", *arguments],
                   check=True, stdout=subprocess.DEVNULL)


ORDERS = ("id", "popularity DESC, id", "released DESC, id")
PASSES = ("(signature & %b::int) <> 0 AND (signature & %b::int) <> 0 AND (signature & %b::int) <> 0 "
          "AND (signature & %b::int) <> 0 AND (signature & %b::int) = %b::int")


def build(db):
    db.execute("CREATE UNLOGGED TABLE e(id int PRIMARY KEY, signature int, released bigint, "
               "popularity bigint, words tsvector)")
    db.execute("CREATE TEMP TABLE raw(id int, signature int, released bigint, popularity bigint, t text)")
    with db.cursor().copy("COPY raw FROM STDIN") as copy, \
            open(directory + "/catalog.tsv", "rb") as file:
        while block := file.read(1 << 20):
            copy.write(block)
    db.execute("INSERT INTO e SELECT id, signature, released, popularity, to_tsvector('simple', t) FROM raw")
    db.execute("DROP TABLE raw")
    db.execute("CREATE INDEX ON e USING gin(words) WITH (fastupdate = off)")
    db.execute("CREATE INDEX ON e(id) INCLUDE (signature)")
    db.execute("CREATE INDEX ON e(popularity DESC, id) INCLUDE (signature)")
    db.execute("CREATE INDEX ON e(released DESC, id) INCLUDE (signature)")
    db.execute("VACUUM ANALYZE e")
    return db.execute("SELECT pg_total_relation_size('e') / 1024").fetchone()[0]


def run(query, with_total):
    passes = [*query.masks, query.features, query.features] if query.has_facets else []
    where, values = [PASSES] if passes else [], passes
    order, cut = ORDERS[query.order], (query.size, query.skip)
    if query.words:
        match = " & ".join(f"'{word}'" for word in query.words)
        where = ["words @@ %s::tsquery"] + where
        values = [match + (":*" if query.ends_in_beginning else "")] + values
        total = "(count(*) OVER ())::int" if with_total else "-1"
        found = cursor.execute(
            f"SELECT id, {total} FROM e WHERE {' AND '.join(where)} ORDER BY {order} "
            "LIMIT %b::bigint OFFSET %b::bigint", [*values, *cut]).fetchall()
        return (found[0][1] if found else 0), [row[0] for row in found]
    condition = f"WHERE {PASSES}" if passes else ""
    total = -1
    if with_total:
        total = cursor.execute(f"SELECT count(*)::int FROM e {condition}", values).fetchone()[0]
        if total == 0:
            return 0, []
    found = cursor.execute(
        f"SELECT id FROM e {condition} ORDER BY {order} LIMIT %b::bigint OFFSET %b::bigint",
        [*values, *cut]).fetchall()
    return total, [row[0] for row in found]


try:
    subprocess.run([*as_user, f"{binaries}/initdb", "-D", f"{folder}/data", "-A", "trust", "-E", "UTF8",
                    "--locale=C", "-U", "postgres"], check=True, stdout=subprocess.DEVNULL, cwd="/")
    control("-l", f"{folder}/log", "-o", SETTINGS, "start")
    begin = time.perf_counter()
    with psycopg.connect(f"host={folder} user=postgres dbname=postgres", autocommit=True,
                         prepare_threshold=0) as db:
        kilobytes = build(db)
        build_seconds = time.perf_counter() - begin
        cursor = db.cursor(binary=True)
        harness.serve("postgres", directory, build_seconds, kilobytes, run)
finally:
    if os.path.isdir(f"{folder}/data"):
        subprocess.run([*as_user, f"{binaries}/pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop"],
                       check=False, stdout=subprocess.DEVNULL, cwd="/")
    shutil.rmtree(folder, ignore_errors=True)
