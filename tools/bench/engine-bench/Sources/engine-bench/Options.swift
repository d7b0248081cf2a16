struct Problem: Error { let text: String }

/// The command line.
struct Options {
    enum Command: String { case measure, serve, export, help }

    var command = Command.help
    var rowCount = 100_000
    var seed: UInt64 = 1
    var isMixed = false
    var seconds = 0.3
    var engine = "engine"
    var classes: [String] = []
    /// Where answers are written, one line a query.
    var answers = ""
    var directory = ""
    var hasJSON = false

    static let help = """
        engine-bench measure [--rows N] [--seed S] [--mixed] [--seconds T] [--classes A,B]
            builds the engine over a generated catalogue and prints what each query class costs
        engine-bench serve --engine engine|scan --answers FILE [--rows N] [--seed S] [--mixed]
            builds, answers every query into FILE, prints READY and a line of JSON, then measures
            what is asked for on standard input: lines of CLASS SECONDS
        engine-bench export --directory DIR [--rows N] [--seed S] [--mixed] [--json]
            writes catalog.tsv and queries.tsv, with --json catalog.jsonl too
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard let name = rest.popFirst() else { return }
        guard let command = Command(rawValue: name == "--help" ? "help" : name) else {
            throw Problem(text: "unknown command '\(name)'; see engine-bench help")
        }
        self.command = command
        while let option = rest.popFirst() {
            switch option {
            case "--mixed": isMixed = true
            case "--json": hasJSON = true
            case "--rows": rowCount = try Self.number(option, rest.popFirst(), 1...100_000_000)
            case "--seed": seed = UInt64(try Self.number(option, rest.popFirst(), 0...Int.max))
            case "--seconds":
                guard let value = rest.popFirst().flatMap(Double.init), value > 0, value < 3_600
                else { throw Problem(text: "--seconds needs a number above 0") }
                seconds = value
            case "--engine": engine = try Self.text(option, rest.popFirst())
            case "--classes":
                classes = try Self.text(option, rest.popFirst()).split(separator: ",").map {
                    "\($0)"
                }
            case "--answers": answers = try Self.text(option, rest.popFirst())
            case "--directory": directory = try Self.text(option, rest.popFirst())
            default: throw Problem(text: "unknown option '\(option)'; see engine-bench help")
            }
        }
    }

    private static func number(
        _ option: String, _ value: String?, _ range: ClosedRange<Int>
    ) throws -> Int {
        guard let value, let number = Int(value), range.contains(number) else {
            throw Problem(text: "\(option) needs a whole number from \(range.lowerBound) on")
        }
        return number
    }

    private static func text(_ option: String, _ value: String?) throws -> String {
        guard let value, !value.isEmpty else { throw Problem(text: "\(option) needs a value") }
        return value
    }
}
