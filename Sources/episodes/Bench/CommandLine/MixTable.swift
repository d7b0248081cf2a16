import CommandLineKit

/// The commands that make and show mixes of requests.
enum MixTable {
    static let commands = [synthCommand, recordCommand, showCommand]

    private static let fileOption = Option.single(
        "file", short: "f", value: "FILE", help: "Where to; else standard output.")

    static let synthCommand = Command(
        name: "mix synth", summary: "make a mix of requests from what the catalogue holds",
        options: [
            fileOption,
            .single(
                "requests", short: "n", value: "NUMBER", default: "10000",
                help: "How many to draw; the same ones become one line with a weight."),
            .single(
                "zipf", value: "NUMBER", default: "1",
                help:
                    "How much more often frequent words and values are asked for: 0 = not at all, "
                    + "1 = Zipf's law."),
            BenchTable.seedOption,
        ],
        examples: [
            Example("episodes mix synth -f mix.jsonl", "searches, filters, pages, single episodes"),
            Example("episodes bench --rate 1000 --mix mix.jsonl", "send them"),
        ])

    static let recordCommand = Command(
        name: "mix record", summary: "make a mix of what a server recorded",
        options: [fileOption],
        arguments: [
            Argument("LOG", help: "What episodesd --record-requests wrote; - = standard input.")
        ],
        examples: [Example("episodes mix record requests.jsonl -f mix.jsonl", "real requests")])

    static let showCommand = Command(
        name: "mix show", summary: "show which methods a mix calls, and how often",
        arguments: [Argument("MIX", help: "A mix; - = standard input.")],
        examples: [Example("episodes mix show mix.jsonl", "shares and sizes")])
}
