import CommandLineKit

/// The commands that ask for the state of a server.
enum ServerTable {
    static let catalogCommand = Command(
        name: "catalog", summary: "show the catalogue's revision, size and source",
        examples: [Example("episodes catalog", "what the server holds")])

    static let healthCommand = Command(
        name: "health", summary: "ask whether the server serves; exit code 0 if so",
        options: [
            .single(
                "wait", value: "TIME",
                help: "Wait until it serves, at most so long, such as 30s."),
            .flag("watch", help: "Show every change until interrupted."),
        ],
        arguments: [
            Argument(
                "SERVICE", isRequired: false,
                suggestions: ["episodes.v1.EpisodeService", "episodes.v1.CatalogService"],
                help: "Full name of a service; without it the server as a whole.")
        ],
        examples: [
            Example("episodes health -q && echo ready", "for scripts"),
            Example("episodes health --wait 10s", "after a start"),
            Example("episodes health episodes.v1.EpisodeService", "one service"),
        ])

    static let watchCommand = Command(
        name: "watch", summary: "show every new revision of the catalogue",
        options: [
            .single(
                "limit", value: "N", unit: "revisions", help: "End after N revisions.")
        ],
        examples: [
            Example("episodes watch", "until interrupted"),
            Example("episodes watch -o jsonl | while read -r line; do ...; done", "for scripts"),
        ],
        notes: [
            Note(
                "How it shows",
                [
                    Note.Row("on a terminal", "one line that changes in place"),
                    Note.Row(
                        "elsewhere",
                        "one JSON object a line, the present revision first; --output "
                            + "gives other forms"),
                    Note.Row(
                        "a lost server",
                        "is asked again until it is back; what happened meanwhile "
                            + "shows as one change"),
                ])
        ])

    static let serverCommand = Command(
        name: "server", summary: "show facts or metrics of the server",
        arguments: [
            Argument(
                "WHAT", choices: ["info", "metrics"],
                help: "info: address, protocol, health, catalogue. metrics: the page that "
                    + "Prometheus reads.")
        ],
        examples: [
            Example("episodes server info", "who answers there and with what"),
            Example("episodes server metrics", "everything the server counts"),
            Example("episodes server metrics -o jsonl", "one sample a line"),
        ])
}
