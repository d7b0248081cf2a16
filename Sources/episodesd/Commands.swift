import CommandLineKit
import EpisodeModel
import EpisodeProtocol
import EpisodeService
import RPCCore
import SocketTransport

/// The command line of the server.
let serverCommands = CommandTable(
    program: "episodesd",
    summary: "serve a catalogue of episodes",
    version: "\(ProductVersion.text) (libprotobuf-c \(ProtobufLibrary.version))",
    commands: [
        Command(
            name: "serve", summary: "load a catalogue and answer calls",
            options: serveOptions + limitOptions,
            examples: [
                Example(
                    "episodesd serve --sample",
                    "the sample catalogue, on 127.0.0.1:50051; a line on standard output says when "
                        + "it is ready"),
                Example(
                    "episodesd serve --store catalog.db --allow-writes",
                    "a store that clients may edit; it is made when it does not exist"),
                Example(
                    "episodesd serve --catalog export.json",
                    "a file, from memory; SIGHUP reads it again"),
                Example(
                    "episodesd serve --catalog rows.jsonl --listen 0.0.0.0:50051 --listen '[::]:50051'",
                    "on every address of both families"),
                Example(
                    "episodesd serve --catalog rows.jsonl --listen unix:/run/episodes.sock",
                    "on a unix socket alone"),
                Example(
                    "episodesd serve --store catalog.db --admin-listen 127.0.0.1:9090",
                    "with the pages for probes and Prometheus on an address of their own"),
                Example(
                    "episodesd serve --catalog rows.jsonl --listen systemd",
                    "on the sockets of a systemd socket unit"),
                Example(
                    "xz -dc rows.jsonl.xz | episodesd serve --catalog - --skip-bad-rows",
                    "from a pipe, without the rows that are wrong"),
            ]),
        Command(
            name: "backup", summary: "copy a store while it is served",
            options: [storeOption],
            arguments: [
                Argument("FILE", help: "The copy, a store itself; nothing may be there yet.")
            ],
            examples: [
                Example(
                    "episodesd backup --store catalog.db catalog-$(date +%F).db",
                    "whole, checked and durable when it has its name")
            ]),
        Command(
            name: "restore", summary: "put a backup back, while the store is served",
            options: [storeOption],
            arguments: [Argument("FILE", help: "The backup; it is not changed.")],
            examples: [
                Example(
                    "episodesd restore --store catalog.db catalog-2026-11-30.db",
                    "servers of the store take it over as one new revision")
            ]),
        Command(
            name: "check", summary: "look for damage in a store",
            options: [storeOption],
            examples: [
                Example(
                    "episodesd check --store catalog.db",
                    "every page, index and row; exit 6 when something is wrong")
            ]),
    ])

private let storeOption = Option.single(
    "store", value: "FILE",
    help: "The store. The default is episodes/catalog.db in $XDG_STATE_HOME, or in ~/.local/state.")

private let defaults = TransportLimits()

private let serveOptions: [Option] = [
    .single(
        "store", value: "FILE",
        help:
            "The catalogue as a store on disk, which edits and imports change while it is served. "
            + "Made when it does not exist. The default is episodes/catalog.db in $XDG_STATE_HOME, "
            + "or in ~/.local/state."),
    .flag("sample", help: "Fill a store that was never edited with the sample catalogue."),
    .flag(
        "allow-writes",
        help: "Take edits from every client that can connect (UpsertEpisodes, DeleteEpisodes)."),
    .single(
        "catalog", value: "FILE",
        help: "The catalogue as a file that is read into memory instead: a JSON:API export, a JSON "
            + "array of rows, JSON lines or CSV. '-' reads standard input."),
    .repeated(
        "listen", value: "ADDRESS", default: "127.0.0.1:50051",
        help: "HOST:PORT, [IPV6]:PORT or unix:PATH. Port 0 takes a free one; the ready line "
            + "names it. 'systemd' is every socket that a service manager passed, "
            + "'systemd:NAME' those of one name; they replace the default address."),
    .single(
        "admin-listen", value: "ADDRESS",
        help: "HOST:PORT, [IPV6]:PORT or unix:PATH. Shows the pages /healthz, /metrics and /status "
            + "there and only there, from the start of the process to its end; without it they are "
            + "on every address that takes calls."),
    .single(
        "socket-mode", value: "MODE", default: "0660",
        help: "Rights of the file of a unix socket, octal. Clients need the right to write."),
    .single(
        "listen-backlog", value: "N", default: "4096", unit: "connections",
        help: "Connections that may wait to be accepted. The kernel's net.core.somaxconn caps it."),
    .single(
        "stream-url-template", value: "URL",
        help: "Stream URL of rows that carry none; {video_identifier} is filled in."),
    .flag(
        "skip-bad-rows", help: "Leave out rows of a file that are wrong and say how many they were."
    ),
    .flag("allow-empty", help: "Serve a file without rows instead of refusing it."),
    .single(
        "loops", value: "N",
        help: "Event loops. The default is one for every two processors this process may use, "
            + "by its affinity and its control group's cpu.max."),
    .single(
        "readiness", value: "KIND", choices: ReadinessKind.allCases.map(\.rawValue),
        default: ReadinessKind.epoll.rawValue,
        help: "How sockets are watched: a private epoll set for each loop, or one Dispatch source "
            + "for each connection."),
    .single(
        "reply-cache-bytes", value: "N",
        default: String(EpisodeService.Configuration.replyCacheByteCountOfServers), unit: "bytes",
        help: "Memory of each loop for replies that are sent again as they are while the catalogue "
            + "stays; 0 keeps none. Pays when some requests are more frequent than others; else a "
            + "call takes up to 3 percent more."),
    .single(
        "record-requests", value: "FILE",
        help: "Record the requests that read, one JSON object a line, at the end of this file, for "
            + "'episodes bench' to send again. What comes faster than it is written is left out. "
            + "The file can be read by its owner alone: it says what people look for."),
    .single(
        "record-limit", value: "N", default: String(ServeOptions.recordByteCountMaximumOfServers),
        unit: "bytes", help: "Longest record; nothing is added to one that has this length."),
    .single(
        "linger-milliseconds", value: "N", default: "20", unit: "ms",
        help: "How long an epoll loop that ran dry waits before it hands its thread back."),
    .single(
        "drain-seconds", value: "N",
        default: String(defaults.drainTimeoutMilliseconds / 1_000), unit: "s",
        help: "After SIGTERM, how long running calls may take to finish."),
]

private let limitOptions: [Option] = [
    .single(
        "max-request-bytes", value: "N", default: String(defaults.readRequestByteCountMaximum),
        unit: "bytes",
        help: "Longest request; a longer one is answered RESOURCE_EXHAUSTED. Frames and replies "
            + "have the protocol's own limit, 4 MiB."),
    .single(
        "max-oversized-frame-bytes", value: "N",
        default: String(defaults.oversizedFrameDrainByteCountMaximum), unit: "bytes",
        help: "Data of a frame over the limit that is thrown away so that its connection can live "
            + "on; a longer one closes it, after its answer."),
    .single(
        "max-connections", value: "N", default: String(defaults.connectionCountMaximum),
        unit: "connections",
        help: "Connections at once; one more is closed when it comes. The limit of open files is "
            + "raised as far as the system allows."),
    .single(
        "max-in-flight", value: "N", default: String(defaults.inFlightPerConnectionMaximum),
        unit: "calls",
        help: "Unanswered calls of one connection; beyond them the server stops reading from it "
            + "until half are answered. gRPC clients are told the number, and refused beyond it."),
    .single(
        "max-unsent-bytes", value: "N", default: String(defaults.unsentByteCountMaximum),
        unit: "bytes",
        help: "Replies one client has not taken before the server stops reading from it, until "
            + "half are taken."),
    .single(
        "max-buffered-bytes", value: "N", default: String(defaults.bufferedByteCountMaximum),
        unit: "bytes",
        help: "Requests and replies of all clients together in memory. Above it long frames are "
            + "refused, replies cut short and slow clients not read; a quarter above it the "
            + "largest holders are closed. The state of a gRPC connection, some 22 KiB, is not "
            + "in it; --max-connections bounds that."),
    .single(
        "frame-timeout-milliseconds", value: "N",
        default: String(defaults.frameArrivalTimeoutMilliseconds), unit: "ms",
        help: "From the first byte of a frame to its last; then the connection is closed. Of a "
            + "gRPC request likewise; then the call is given up."),
    .single(
        "idle-timeout-milliseconds", value: "N", default: String(defaults.idleTimeoutMilliseconds),
        unit: "ms",
        help: "How long a connection is kept on which no byte moves and no call waits; a gRPC "
            + "connection, how long without a call, whatever keeps it alive."),
    .single(
        "max-connection-age-milliseconds", value: "N",
        default: String(defaults.connectionAgeMaximumMilliseconds), unit: "ms",
        help: "Age, give or take a tenth, at which a gRPC connection is ended in good order, so "
            + "that clients spread over servers anew; 0 lets connections live."),
    .single(
        "max-early-resets", value: "N", default: String(defaults.earlyResetCountMaximum),
        unit: "calls",
        help: "gRPC calls that a client may take back before they ran, at once; beyond it its "
            + "connection is ended. Giving up calls that run costs nothing."),
    .single(
        "max-early-resets-per-second", value: "N",
        default: String(defaults.earlyResetsPerSecondMaximum), unit: "calls/s",
        help: "How many of them are forgotten in a second."),
    .single(
        "stall-timeout-milliseconds", value: "N",
        default: String(defaults.sendStallTimeoutMilliseconds), unit: "ms",
        help: "How long a client may take no byte of its replies; then its connection is closed."),
    .single(
        "default-deadline-milliseconds", value: "N",
        default: String(defaults.defaultDeadlineMilliseconds), unit: "ms",
        help: "Deadline of a call that names none; never more than the longest."),
    .single(
        "max-deadline-milliseconds", value: "N",
        default: String(defaults.deadlineMillisecondsMaximum), unit: "ms",
        help: "Longest deadline; a call that asks for more gets this."),
    .single(
        "max-watch-milliseconds", value: "N",
        default: String(defaults.watchMillisecondsMaximum), unit: "ms",
        help: "The same for watches, which end only with their deadline or their server."),
]
