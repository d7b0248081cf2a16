import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `list --watch`: asks for the same page again and again, and shows it when the catalogue has
/// changed.
struct ListWatch {
    let plan: ListPlan
    let session: Session
    let request: ListEpisodesRequest

    func run(every milliseconds: Int64) async throws(Failure) {
        var current = session
        var request = request
        var isLost = false
        var backoff = Backoff()
        while true {
            do throws(Failure) {
                if isLost { current = try await Session(session.settings) }
                let answer = try await current.list(request)
                isLost = false
                backoff.reset()
                if !answer.notModified {
                    try await show(answer, current)
                    request.ifRevisionNot = answer.revision
                }
                try? await Task.sleep(for: .milliseconds(milliseconds))
            } catch {
                // Only what was there once is waited for.
                let mayComeBack =
                    error.exitCode == .cannotConnect
                    || error.status == StatusCode.unavailable.name
                    || error.status == StatusCode.deadlineExceeded.name
                guard request.ifRevisionNot != 0, mayComeBack else { throw error }
                if !isLost {
                    session.settings.remark(
                        "episodes: \(error.message); asking again until it is back")
                }
                isLost = true
                await backoff.wait()
            }
        }
    }

    private func show(
        _ answer: ListEpisodesResponse, _ current: Session
    ) async throws(Failure) {
        var settings = session.settings
        // A document a change, so one line each.
        let isTree = [.json, .jsonl].contains(settings.format) && settings.isFormatChosen
        if isTree || !settings.isFormatChosen && !settings.isTerminal { settings.format = .json }
        var output = EpisodeOutput(settings: settings, fields: plan.fields)
        var text = output.add(answer.episodes)
        let names =
            output.needsDomainNames
            ? try await current.domainNames() : DomainNames([])
        text += output.end(domains: names) { ListCommand.write(answer, to: &$0) }
        switch settings.format {
        case .table:
            if !answer.facets.isEmpty {
                let table = FacetOutput.table(answer.facets)
                text +=
                    "\n"
                    + table.text(
                        width: settings.width, emphasizesTitles: settings.usesBold)
            }
            // The token of the next page is nothing to read, and long.
            var summary = answer
            summary.nextPageToken = ""
            text +=
                "revision \(answer.revision): "
                + ListSummary.text(
                    count: answer.episodes.count, answer: summary, pageNumber: nil) + "\n"
            try Session.write(settings.isTerminal ? Self.screen(text, settings) : text + "\n")
        case .json: try Session.write(DocumentText.line(text) + "\n")
        case .yaml: try Session.write("---\n" + text)
        default: try Session.write(settings.safe(text))
        }
    }

    /// The text from the top of the terminal on, cut to its lines, in place of what was there.
    private static func screen(_ text: String, _ settings: Settings) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        let height = max(1, (settings.height ?? 24) - 1)
        // The last line says what it is, so it stays.
        let shown = lines.count > height ? lines.prefix(height - 1) + lines.suffix(1) : lines
        let width = settings.width ?? 80
        let cut = shown.map { line in
            line.contains("\u{1B}") ? String(line) : CellWidth.truncated(String(line), to: width)
        }
        return "\u{1B}[H" + cut.map { "\($0)\u{1B}[K\n" }.joined() + "\u{1B}[J"
    }
}
