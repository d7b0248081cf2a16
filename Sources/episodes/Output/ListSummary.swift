import CommandLineKit
import EpisodeProtocol

/// The line under a table.
enum ListSummary {
    static func text(count: Int, answer: ListEpisodesResponse, pageNumber: Int?) -> String {
        let total = answer.totalSize
        guard total != 0 else { return "no episodes match" }
        var text = total < 0 ? "\(count) episodes" : "\(count) of \(total) episodes"
        if total == 1 { text = "\(count) of 1 episode" }
        guard !answer.nextPageToken.isEmpty else { return text }
        let next = pageNumber.map { "\($0 + 1)" } ?? TextEscaping.escaped(answer.nextPageToken)
        return text + "; next page: --page \(next)"
    }
}
