import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadReport
import SocketTransport

/// `bench report`: saved results in another form, several of them as one.
struct ReportCommand {
    private let paths: [String]
    private let form: ReportForm
    private let file: String?

    init(_ command: ParsedCommand) {
        paths = command.positionals
        form = ReportForm(rawValue: command.string("form") ?? "") ?? .text
        file = command.string("file")
    }

    func run(_ settings: Settings) throws(Failure) -> ExitCode {
        let document = try ResultFile.read(all: paths)
        let text = text(document, isJSON: settings.isFormatChosen && settings.format.isJSON)
        guard let output = try ResultOutputs.open(file) else {
            try Session.write(text)
            return .ok
        }
        try ResultOutputs.write(text, to: output)
        try ResultOutputs.commit(output)
        return .ok
    }

    private func text(_ document: RunDocument, isJSON: Bool) -> String {
        guard let run = document.merged else { return "" }
        switch isJSON ? .json : form {
        case .text:
            return SummaryText.text(
                run, document.settings, isPlain: !LiveView.localeSpeaksUnicode)
        case .json:
            var merged = document
            merged.runs = [run]
            return merged.json()
        case .csv: return SeriesCSV.text(run.result.series)
        case .hgrm: return HGRMText.text(run.result.tally(.ok)?.response ?? HDRHistogram())
        case .md: return MarkdownText.text(run, document.settings)
        case .html: return HTMLReport.text(document)
        }
    }
}
