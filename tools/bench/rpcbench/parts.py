"""The parts that compare servers under load: calls, apart, mix."""

from contextlib import ExitStack

from . import catalogue, servers, wire
from .measuring import allocations, interleave, progress, system_calls, write_requests
from .profile import shares

OURS, OVER_GRPC, CEILING = "episodesd epoll", "episodesd gRPC", "C, canned reply"


def keep(stack, server):
    stack.callback(server.stop)
    return server


def page_reply(port):
    """The first page; must be a full one."""
    body = wire.call(port, wire.envelope("ListEpisodes", catalogue.PAGE))
    count = sum(number == 1 for number, _ in wire.fields(wire.payload(body)))
    if count != 20:
        raise SystemExit(f"rpc: the catalogue's first page has {count} rows; it must have 20")
    return body


def calls(options, catalog):
    """Every server under every load."""
    with ExitStack() as stack:
        running = [keep(stack, servers.episodesd(catalog, form)) for form in ("epoll", "dispatch")]
        running.append(keep(stack, servers.caching(catalog)))
        running.append(keep(stack, servers.over_grpc(catalog)))
        if options.beside:
            running.append(keep(stack, servers.episodesd(catalog, program=options.beside)))
        body = page_reply(running[0].port)
        running += [keep(stack, server) for server in servers.start_peers(options.peers, body)]
        cases = {
            server.name: (server, write_requests(
                server.protocol, [(1, servers.request_line(server.protocol, catalogue.PAGE))]))
            for server in running}
        results = {}
        for load in options.loads:
            results[load] = interleave(options, load, cases)
            progress(f"{load}: system calls")
            for name, case in cases.items():
                results[load][name]["system_calls"] = system_calls(case[0], load, case[1])
    progress("heap allocations")
    for form in ("epoll", "dispatch"):
        for load in options.loads:
            results[load][f"episodesd {form}"]["allocations"] = allocations(
                lambda environment: servers.episodesd(catalog, form, environment=environment),
                load, cases[OURS][1])
    return {"reply_bytes": len(body), "loads": results}


def apart(options, catalog):
    """The page, one that needs no filtering, and no rows at all; each beside C. And a profile."""
    with ExitStack() as stack:
        server = keep(stack, servers.episodesd(catalog))
        revision = dict(wire.fields(wire.payload(page_reply(server.port))))[5]
        messages = {
            "a page of 20 rows": catalogue.PAGE,
            "without its filters": wire.list_request(sort="-popularity"),
            "if changed, so no rows": wire.list_request(
                [1, 2], [1, 2], sort="-popularity", if_revision_not=revision),
        }
        cases = {}
        for number, (name, message) in enumerate(messages.items()):
            request = wire.envelope("ListEpisodes", message)
            path = write_requests(f"apart-{number}", [(1, request)])
            body = wire.call(server.port, request)
            cases[name, OURS] = (server, path)
            cases[name, CEILING] = (keep(stack, servers.ceiling(f"ceiling-{number}", body)), path)
        page = cases["a page of 20 rows", OURS]
        results = {}
        for load in ("1x64", "64x1"):
            measured = interleave(options, load, cases)
            results[load] = {
                "requests": {name: {who: measured[name, who] for who in (OURS, CEILING)}
                             for name in messages},
                "shares": shares(page[0], load, page[1])}
        return results


def mix(options, catalog):
    """Many different requests, beside C with a reply of their mean length."""
    with ExitStack() as stack:
        server = keep(stack, servers.episodesd(catalog))
        lines = [(weight, wire.envelope("ListEpisodes", message))
                 for weight, message in catalogue.zipf_mix()]
        path = write_requests("mix", lines)
        total = sum(weight for weight, _ in lines)
        mean = sum(weight * len(wire.call(server.port, request))
                   for weight, request in lines) / total
        canned = keep(stack, servers.ceiling("ceiling-mix", b"\x12" * round(mean)))
        cached = keep(stack, servers.caching(catalog))
        cases = {OURS: (server, path), cached.name: (cached, path), CEILING: (canned, path)}
        if options.beside:
            other = keep(stack, servers.episodesd(catalog, program=options.beside))
            cases[other.name] = (other, path)
        return {load: interleave(options, load, cases) for load in ("1x64", "64x1")}
