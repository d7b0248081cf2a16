"""tantivy: one segment, words without frequencies or positions, facet values as indexed numbers,
fast fields for the orders; queries are built as objects, without its query parser."""
import os
import shutil
import sys
import tempfile
import time

import tantivy

import harness

directory = sys.argv[1]
folder = tempfile.mkdtemp(prefix="engine-bench-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
begin = time.perf_counter()
builder = tantivy.SchemaBuilder()
builder.add_text_field("text", index_option="basic")
builder.add_unsigned_field("facet", indexed=True)
for field in ("id", "popularity", "released"):
    builder.add_unsigned_field(field, fast=True)
schema = builder.build()
index = tantivy.Index(schema, path=folder)
writer = index.writer(heap_size=1_900_000_000, num_threads=1)
for number, signature, released, popularity, text in harness.rows(directory):
    document = tantivy.Document()
    document.add_text("text", text)
    document.add_unsigned("id", number)
    document.add_unsigned("popularity", popularity)
    document.add_unsigned("released", released)
    for value in range(harness.FACET_VALUE_COUNT):
        if signature >> value & 1:
            document.add_unsigned("facet", value)
    writer.add_document(document)
writer.commit()
writer.wait_merging_threads()
index.reload()
searcher = index.searcher()
build_seconds = time.perf_counter() - begin
if searcher.num_segments != 1:
    print(f"tantivy: {searcher.num_segments} segments, order of equal rows may differ", file=sys.stderr)
size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))

MUST, SHOULD = tantivy.Occur.Must, tantivy.Occur.Should
ORDERS = (("id", tantivy.Order.Asc), ("popularity", tantivy.Order.Desc), ("released", tantivy.Order.Desc))
TERMS = [tantivy.Query.term_query(schema, "facet", value, index_option="basic")
         for value in range(harness.FACET_VALUE_COUNT)]


def terms(bits):
    return [TERMS[value] for value in range(harness.FACET_VALUE_COUNT) if bits >> value & 1]


def conditions(query):
    for place, word in enumerate(query.words):
        if query.ends_in_beginning and place == len(query.words) - 1:
            yield tantivy.Query.regex_query(schema, "text", word + ".*")
        else:
            yield tantivy.Query.term_query(schema, "text", word, index_option="basic")
    for group in query.groups:
        chosen = terms(group)
        if len(chosen) > 1:
            yield tantivy.Query.boolean_query([(SHOULD, term) for term in chosen])
        else:
            yield from chosen
    yield from terms(query.features)


def run(query, with_total):
    parts = list(conditions(query))
    if not parts:
        wanted = tantivy.Query.all_query()
    elif len(parts) == 1:
        wanted = parts[0]
    else:
        wanted = tantivy.Query.boolean_query([(MUST, part) for part in parts])
    field, order = ORDERS[query.order]
    found = searcher.search(wanted, limit=query.size, offset=query.skip, count=with_total,
                            order_by_field=field, order=order)
    # Rows were added in the order of their ids, from 1.
    return found.count or 0, [address.doc + 1 for _, address in found.hits]


try:
    harness.serve("tantivy", directory, build_seconds, size // 1024, run)
finally:
    shutil.rmtree(folder)
