import CommandLineKit
import SocketTransport

/// Standard output, through a pager when it is a terminal and the text does not fit.
final class PagedOutput {
    private let settings: Settings
    /// What may still turn out to fit.
    private var held = ""
    private var heldLineCount = 0
    private var pager: Pager?
    private var isDirect: Bool

    init(_ settings: Settings) {
        self.settings = settings
        isDirect = settings.pager == nil || settings.height == nil
    }

    func write(_ text: String) throws(Failure) {
        let text = settings.safe(text)
        if isDirect { return try Session.write(text) }
        if pager == nil {
            held += text
            heldLineCount += lineCount(text)
            // The prompt needs a line too.
            guard heldLineCount >= settings.height ?? .max else { return }
            pager = settings.pager.flatMap(Pager.init)
            let all = held
            held = ""
            guard pager != nil else {
                isDirect = true
                return try Session.write(all)
            }
            return try send(all)
        }
        try send(text)
    }

    /// Shows what is left and waits until the pager was left.
    func finish() throws(Failure) {
        let rest = held
        held = ""
        if let pager {
            self.pager = nil
            return pager.finish()
        }
        if !rest.isEmpty { try Session.write(rest) }
    }

    private func send(_ text: String) throws(Failure) {
        do throws(TransportError) {
            try pager?.write(text)
        } catch {
            throw error.hasNoReader ? .outputHasNoReader : Failure(error)
        }
    }

    /// Lines of the terminal, those that are too long for one counted as often as they need.
    private func lineCount(_ text: String) -> Int {
        let width = max(1, settings.width ?? 80)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .reduce(0) { $0 + max(1, (CellWidth.of($1) + width - 1) / width) }
    }
}
