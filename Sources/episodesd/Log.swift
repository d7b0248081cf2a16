import SocketTransport

/// What the server tells its operator. A stream that is closed or full never stops the service.
enum Log {
    /// One line on standard error.
    static func line(_ text: String) {
        try? StandardStreams.write("episodesd: \(text)\n", to: .error)
    }

    /// The line on standard output that says the server answers.
    static func ready(_ text: String) { try? StandardStreams.write(text, to: .output) }
}
