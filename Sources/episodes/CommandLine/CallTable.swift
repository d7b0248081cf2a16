import CommandLineKit
import MessageJSON

/// The commands that know the contract itself: `call` and `describe`.
enum CallTable {
    static let callCommand = Command(
        name: "call", summary: "call any method with a request in JSON",
        options: [
            .single(
                "data", short: "d", value: "JSON", default: "{}",
                help: "The request: JSON, @FILE, or @- for standard input."),
            .repeated(
                "meta", value: "KEY=VALUE", help: "Metadata to send along."),
            .flag("raw", help: "The same as --output raw."),
            .flag("timing", help: "The same as --verbose."),
        ],
        arguments: [
            Argument(
                "METHOD", suggestions: methods,
                help: "SERVICE/METHOD, or as much of its end as is unique, such as ListEpisodes.")
        ],
        examples: [
            Example(
                "episodes call ListEpisodes -d '{\"query\": \"map\", \"pageSize\": 3}'",
                "one request"),
            Example(
                "episodes call StreamEpisodes -d @request.json", "a stream, one message a line"),
            Example("episodes describe ListEpisodes", "what the request can hold"),
        ],
        notes: [
            Note(
                "JSON",
                [
                    Note.Row(
                        "names", "pageSize or page_size; answers have the first, as protobuf has it"
                    ),
                    Note.Row("64-bit numbers", "texts in answers; texts or numbers in requests"),
                    Note.Row("enums", "names such as DIFFICULTY_BEGINNER, or numbers"),
                    Note.Row("readMask", "one text: \"id,name,releasedAt\""),
                ]),
            Note(
                "--output table, csv and tsv",
                [
                    Note.Row("a list of messages", "a row each, with a column for every field"),
                    Note.Row("anything else", "a row for every field"),
                ]),
            Note(
                "--output raw",
                [
                    Note.Row("one answer", "its bytes"),
                    Note.Row(
                        "a stream",
                        "each message behind its length as a varint, as protobuf's "
                            + "delimited form has it"),
                ]),
        ])

    static let describeCommand = Command(
        name: "describe", summary: "show services, methods, messages and enums",
        options: [
            .flag(
                "reflect",
                help: "Ask the server, over gRPC on the same port, instead of showing what this "
                    + "program knows."),
            .flag(
                "template", help: "Show an empty request or message as JSON, ready to be filled in."
            ),
        ],
        arguments: [
            Argument(
                "NAME", isRequired: false, suggestions: names,
                help:
                    "Full name of a service, method, message or enum, or as much of its end as is "
                    + "unique. Without it all services.")
        ],
        examples: [
            Example("episodes describe", "every service and method"),
            Example("episodes describe ListEpisodesRequest", "the fields of a message"),
            Example("episodes describe ListEpisodes --template", "a request to fill in"),
        ])

    private static let methods = MessageSchemas.compiled.services
        .flatMap(\.methods).filter { !$0.isClientStreaming }.map(\.path)

    private static let names =
        MessageSchemas.compiled.services.map(\.fullName)
        + MessageSchemas.compiled.services.flatMap(\.methods).map(\.name)
        + MessageSchemas.compiled.messages.keys.filter { $0.hasPrefix("episodes.") }.sorted()
}
