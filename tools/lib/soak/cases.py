"""The calls of the honest clients, and the answers of both versions, asked while nothing else runs."""
import struct

from wire import Connection, fields, number, request, status, text

REVISED, PLAIN, ERROR = 0, 1, 2
REVISION_FIELD = 5  # of ListEpisodesResponse


def mask(*paths):
    return text(12, b"".join(text(1, path) for path in paths))


def predicate(field, operator, value):
    return text(10, number(1, field) + number(2, operator) + text(3, value))


def lists():
    """Yields (name, ListEpisodesRequest)."""
    yield "newest", b""
    for domain in range(1, 9):
        yield f"domain {domain}", number(1, domain) + text(4, "-popularity") + number(5, 20)
    for word in ("map", "gr", "socket tree", '"async layout"', "course 7", "person 1"):
        yield f"query {word}", text(3, word) + number(5, 20)
        yield f"best {word}", text(3, word) + text(4, "relevance") + number(5, 10)
    for skip in range(0, 3000, 171):
        yield f"skip {skip}", text(4, "name") + number(5, 5) + number(16, skip)
    for level in (1, 2, 3, 4):
        yield f"facets {level}", number(2, level) + b"".join(number(11, f) for f in (1, 2, 3)) + (
            number(5, 3))
    for keys in ("duration,-name", "-released_at", "difficulty,popularity", "-id"):
        yield f"sort {keys}", text(4, keys) + number(5, 7) + mask("id", "name")
    yield "half a page of all", number(5, 500) + text(4, "id")
    yield "ids", b"".join(number(13, each) for each in range(1, 90, 3)) + number(5, 50)
    yield "nothing", text(3, "zebra")


def others():
    """Yields (name, method, payload) of calls without a revision in the answer."""
    for each in (1, 77, 3000):
        yield f"get {each}", "GetEpisode", number(1, each)
    yield "batch", "BatchGetEpisodes", b"".join(number(1, each) for each in range(1, 200, 7))
    yield "options", "GetFilterOptions", b""


def errors():
    yield "negative page", request("ListEpisodes", number(5, -1))
    yield "unknown sort", request("ListEpisodes", text(4, "colour"))
    yield "no such episode", request("GetEpisode", number(1, 999_999))
    yield "bad message", request("ListEpisodes", b"\x0a\xff\xff\x03abc")
    yield "unknown method", request("Nothing", b"")


def all_cases():
    """(kind, name, request) of every case."""
    return ([(REVISED, name, request("ListEpisodes", payload)) for name, payload in lists()]
            + [(PLAIN, name, request(method, payload)) for name, method, payload in others()]
            + [(ERROR, name, data) for name, data in errors()])


def split(kind, name, response):
    """Head and tail of the bytes to expect, and the revision between them."""
    if kind == ERROR:
        assert status(response), f"'{name}' is no error"
        return response, b"", None
    assert not status(response), f"'{name}' fails: {response!r}"
    payload = next(value for field, value, _, _ in fields(response) if field == 2)
    if kind == PLAIN:
        return payload, b"", None
    revision, begin, end = next((value, begin, end) for field, value, begin, end in fields(payload)
                                if field == REVISION_FIELD)
    return payload[:begin], payload[end:], revision


def ask(port, cases):
    """Answers to all cases, one after the other: a list of (head, tail, revision)."""
    with Connection(port) as connection:
        return [split(kind, name, connection.call(2 * number + 1, data))
                for number, (kind, name, data) in enumerate(cases)]


def is_right(answers, index, response):
    """Whether a response is that of one version, as judge() in tools/bench/src/cases.h decides."""
    head, tail, revision = split(*all_cases()[index][:2], response)
    return (head, tail) == answers[(revision + 1) % 2][index][:2]


def save(path, cases, answers):
    """Writes the file that tools/bench/src/cases.h reads; `answers` holds one list a version."""
    def sized(data):
        return struct.pack("<I", len(data)) + data
    with open(path, "wb") as file:
        file.write(struct.pack("<I", len(cases)))
        for index, (kind, name, data) in enumerate(cases):
            file.write(struct.pack("<I", kind) + sized(name.encode()) + sized(data))
            for version in answers:
                head, tail, _ = version[index]
                file.write(sized(head) + sized(tail))
