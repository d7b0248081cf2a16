import CommandLineKit
import LoadGenerator
import LoadTransport

/// The commands of the load tester.
enum BenchTable {
    static let commands =
        [benchCommand, findCommand, compareCommand, reportCommand] + MixTable.commands

    static let benchCommand = Command(
        name: "bench", summary: "load a server and measure what its users would wait",
        options: paceOptions + targetOptions + runOptions + resultOptions,
        examples: [
            Example("episodes bench --rate 1000 -d 30s", "1,000 calls a second, whatever happens"),
            Example("episodes bench --max -c 4 --streams 16", "as fast as the server answers"),
            Example(
                "episodes bench --rate 500 --expect 'p99<5ms,errors<0.1%,rate>=0.99'",
                "exit code 3 when it is slower"),
            Example("episodes bench --steps 1k..10k:1k@10s --html report.html", "ten rates"),
            Example("episodes mix synth -f mix.jsonl && episodes bench --mix mix.jsonl", "a mix"),
        ],
        notes: [
            Note(
                "What is measured",
                [
                    Note.Row(
                        "response", "from the time a call was due to its end: what users wait"),
                    Note.Row("service", "from the time it was sent: what server and way take"),
                    Note.Row("lateness", "how late this machine sent calls that could go out"),
                    Note.Row("expectations", Expectation.forms),
                ])
        ])

    static let findCommand = Command(
        name: "bench find", summary: "find the highest rate that meets an objective",
        options: [
            .repeated(
                "slo", value: "CONDITIONS",
                help: "What must hold, separated by commas, such as p99<5ms,errors<0.1%."),
            .single(
                "from", value: "RATE", default: "100", help: "Where to begin; it is doubled."),
            .single("to", value: "RATE", default: "200k", help: "The highest rate to try."),
            .single("step-time", value: "TIME", default: "5s", help: "How long each trial lasts."),
        ] + targetOptions + [arrivalsOption, seedOption, warmupOption, liveOption],
        examples: [
            Example("episodes bench find --slo 'p99<5ms,errors<0.1%'", "confirmed three times")
        ])

    static let compareCommand = Command(
        name: "bench compare",
        summary: "compare two results; is the new one worse?",
        options: [
            .single(
                "tolerance", value: "SHARE", default: "5%",
                help: "A change up to this share, or up to the noise of repeats, counts as none.")
        ],
        arguments: [
            Argument("BASE", help: "A file that --save wrote; several with commas between them."),
            Argument("NEW", help: "The same of what is compared with it."),
        ],
        examples: [
            Example("episodes bench --repeat 5 --save base.json", "before a change, with repeats"),
            Example("episodes bench compare base.json new.json", "after it"),
        ])

    static let reportCommand = Command(
        name: "bench report", summary: "show or merge saved results in another form",
        options: [
            .single(
                "form", value: "FORM", choices: ReportForm.allCases.map(\.rawValue),
                default: ReportForm.text.rawValue, help: "What to make of them."),
            .single("file", short: "f", value: "FILE", help: "Where to; else standard output."),
        ],
        arguments: [
            Argument("RUN", isRepeated: true, help: "Files that --save wrote; they are merged.")
        ],
        examples: [
            Example("episodes bench report run.json", "the summary again"),
            Example("episodes bench report a.json b.json --form html -f both.html", "both merged"),
        ])
}

extension BenchTable {
    static let paceOptions: [Option] = [
        .single(
            "rate", value: "RATE", default: "100",
            help: "Calls a second by a schedule that does not wait for answers: 100, 0.5, 20k or "
                + "30/m."),
        .flag("max", help: "Each stream sends when it has its answer, instead of a schedule."),
        .single("ramp", value: "FROM..TO", help: "A rate that changes evenly, such as 100..2k."),
        .single(
            "steps", value: "FROM..TO:STEP@TIME",
            help: "Rates one after the other, such as 100..500:100@5s."),
        arrivalsOption, seedOption,
        .single(
            "duration", short: "d", value: "TIME", default: "10s", help: "How long to send calls."),
        .single("calls", short: "n", value: "NUMBER", help: "End after so many measured calls."),
        warmupOption,
    ]

    static let arrivalsOption = Option.single(
        "arrivals", value: "PATTERN", choices: ArrivalPattern.allCases.map(\.rawValue),
        default: ArrivalPattern.uniform.rawValue,
        help: "Whether calls are evenly spaced or random like those of many users.")
    static let seedOption = Option.single(
        "seed", value: "NUMBER", default: "1", help: "The same number gives the same calls.")
    static let warmupOption = Option.single(
        "warmup", value: "TIME",
        help: "Send so long before measuring begins. Without it 1s, and nothing with --calls.")
    static let liveOption = Option.single(
        "live", value: "WHEN", choices: ["auto", "off"], default: "auto",
        help: "Whether standard error shows each second of the run.")

    static let targetOptions: [Option] = [
        .single(
            "proto", value: "PROTOCOL",
            choices: LoadTarget.WireProtocol.allCases.map(\.rawValue), default: "native",
            help: "What is spoken with the server."),
        .single(
            "connections", short: "c", value: "NUMBER", default: "4", help: "Connections to make."),
        .single(
            "streams", value: "NUMBER",
            help: "Calls that may be under way on each connection. Without it 256, and 16 with "
                + "--max."),
        .single(
            "mix", value: "FILE",
            help: "Requests with weights, a JSON object a line, as 'episodes mix synth' writes. "
                + "Without it the first page of all episodes."),
    ]

    static let runOptions: [Option] = [
        .repeated(
            "expect", value: "CONDITIONS",
            help: "What must hold, separated by commas, such as p99<5ms,errors<0.1%,rate>=0.99."),
        .flag("abort-on-fail", help: "End as soon as an expectation on response or errors fails."),
        .single("repeat", value: "NUMBER", default: "1", help: "Do it so often; tells the noise."),
        liveOption,
    ]

    static let resultOptions: [Option] = [
        .single("save", value: "FILE", help: "Write the result as JSON."),
        .single("hdr", value: "FILE", help: "Write a histogram log, a line a second (.hlog)."),
        .single("hgrm", value: "FILE", help: "Write the percentiles for plotters (.hgrm)."),
        .single("series", value: "FILE", help: "Write a row a second as CSV."),
        .single("html", value: "FILE", help: "Write a report with charts as one HTML file."),
    ]
}

/// Forms of a report.
enum ReportForm: String, CaseIterable {
    case text
    case json
    case csv
    case hgrm
    case md
    case html
}
