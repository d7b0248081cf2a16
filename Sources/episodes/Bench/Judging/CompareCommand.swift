import CommandLineKit
import LoadGenerator
import LoadReport

/// `bench compare`: is the new result worse?
struct CompareCommand {
    private let base: [String]
    private let new: [String]
    private let tolerance: Double

    init(_ command: ParsedCommand) throws(UsageError) {
        func paths(_ place: Int) -> [String] {
            command.positionals[place].split(separator: ",").map(String.init)
        }
        base = paths(0)
        new = paths(1)
        guard !base.isEmpty, !new.isEmpty else {
            throw UsageError("BASE and NEW are names of files, with commas between several")
        }
        let text = command.string("tolerance") ?? "5%"
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), (0...1_000) ~= percent
        else {
            throw command.invalid("tolerance", "'\(text.prefix(20))' is no share such as 5%")
        }
        tolerance = percent / 100
    }

    func run(_ settings: Settings) throws(Failure) -> ExitCode {
        let (left, right) = (try ResultFile.read(all: base), try ResultFile.read(all: new))
        let comparison = RunComparison(
            base: left.runs.map(\.result), new: right.runs.map(\.result), tolerance: tolerance)
        let counts = (left.runs.count, right.runs.count)
        try Session.write(
            settings.format.isJSON
                ? ComparisonText.json(comparison) : ComparisonText.text(comparison, counts))
        return comparison.isWorse ? .threshold : .ok
    }
}
