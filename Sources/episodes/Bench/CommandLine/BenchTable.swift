import CommandLineKit
import LoadGenerator
import LoadTransport

/// The commands of the load tester.
enum BenchTable {
    static let commands = [benchCommand]

    static let benchCommand = Command(
        name: "bench", summary: "load a server and measure what its users would wait",
        options: paceOptions + targetOptions + runOptions + resultOptions,
        examples: [
            Example("episodes bench --rate 1000 -d 30s", "1,000 calls a second, whatever happens"),
            Example("episodes bench --max -c 4 --streams 16", "as fast as the server answers"),
            Example(
                "episodes bench --rate 500 --expect 'p99<5ms,errors<0.1%,rate>=0.99'",
                "exit code 3 when it is slower"),
            Example("episodes bench --steps 1k..10k:1k@10s --series rates.csv", "ten rates"),
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
    ]
}
