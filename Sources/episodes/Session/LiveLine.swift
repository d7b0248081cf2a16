import CommandLineKit
import SocketTransport

/// Output that shows a state: in place on a terminal, one piece after the other elsewhere.
final class LiveLine {
    private let settings: Settings
    private var isOpen = false

    init(_ settings: Settings) { self.settings = settings }

    /// Shows a line in place of the one before.
    func show(_ text: String) throws(Failure) {
        isOpen = true
        let width = max(1, (settings.width ?? 80) - 1)
        try Session.write("\r\u{1B}[K" + CellWidth.truncated(text, to: width))
    }

    /// Leaves what is shown and begins a new line.
    func end() {
        guard isOpen else { return }
        isOpen = false
        try? Session.write("\n")
    }
}

/// How long to wait before the next attempt to reach a server: twice as long each time.
struct Backoff {
    private static let first: Int64 = 100
    private static let last: Int64 = 5_000
    private(set) var milliseconds = first

    mutating func reset() { milliseconds = Self.first }

    /// Starts again from the shortest wait after a connection that was good for a while; one that
    /// ends at once changes nothing, or a server that ends each would be asked without rest.
    mutating func reset(afterConnectionOf duration: Duration) {
        if duration >= .seconds(5) { reset() }
    }

    /// How long to wait now; the next time is longer.
    mutating func next() -> Int64 {
        defer { milliseconds = min(milliseconds * 2, Self.last) }
        return milliseconds
    }

    /// Waits; the next time longer.
    mutating func wait() async {
        try? await Task.sleep(for: .milliseconds(next()))
    }
}
