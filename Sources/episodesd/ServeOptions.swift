import CommandLineKit
import EpisodeService
import RPCCore
import SocketTransport

/// The settings of `serve`, checked.
struct ServeOptions: Sendable {
    var location: CatalogLocation
    /// Fill a store that was never edited with the sample catalogue.
    var usesSample: Bool
    var allowsWrites: Bool
    var streamURLTemplate: String
    /// Of each loop.
    var replyCacheByteCount: Int
    var skipsBadRows: Bool
    var allowsEmpty: Bool
    var server: ServerConfiguration
    /// Where pages for operators are shown; nil = where calls are taken.
    var pageAddress: SocketAddress?
    /// Where requests are recorded; nil = nowhere.
    var recordPath: String?
    /// Of the record.
    var recordByteCountMaximum: Int

    static let recordByteCountMaximumOfServers = 268_435_456

    init(_ command: ParsedCommand) throws(UsageError) {
        location = try CatalogLocation(command)
        usesSample = command.flag("sample")
        allowsWrites = command.flag("allow-writes")
        if case .file = location {
            guard !usesSample, !allowsWrites else {
                throw UsageError(
                    "--\(usesSample ? "sample" : "allow-writes") is for a store; --catalog serves a "
                        + "file, which is never changed")
            }
        } else if command.flag("skip-bad-rows") || command.flag("allow-empty") {
            throw UsageError(
                "--skip-bad-rows and --allow-empty are for a file (--catalog); 'episodes import' has "
                    + "them for a store")
        }
        streamURLTemplate = command.string("stream-url-template") ?? ""
        guard streamURLTemplate.isEmpty || streamURLTemplate.contains("{video_identifier}") else {
            throw command.invalid(
                "stream-url-template",
                "has no {video_identifier}, so every video would get the same URL")
        }
        replyCacheByteCount =
            try command.integer("reply-cache-bytes", in: 0...17_179_869_184)
            ?? EpisodeService.Configuration.replyCacheByteCountOfServers
        skipsBadRows = command.flag("skip-bad-rows")
        allowsEmpty = command.flag("allow-empty")
        let loops =
            try command.integer("loops", in: 1...64) ?? max(1, Processors.availableCount / 2)
        let linger = try command.integer("linger-milliseconds", in: Int32(0)...1_000) ?? 20
        let listen = try ListenOptions(command)
        server = ServerConfiguration(listen: listen.addresses)
        server.inherited = listen.inherited
        server.socketMode = try Self.socketMode(command)
        server.backlog = try command.integer("listen-backlog", in: 1...65_535) ?? server.backlog
        server.loopCount = loops
        server.readiness = ReadinessKind(rawValue: command.string("readiness") ?? "") ?? .epoll
        server.lingerMilliseconds = linger
        server.limits = try Self.limits(command)
        server.onWarning = { Log.line($0) }
        pageAddress = try Self.pageAddress(command)
        recordPath = command.string("record-requests")
        guard recordPath?.isEmpty != true else {
            throw command.invalid("record-requests", "is empty; give the path of a file")
        }
        recordByteCountMaximum =
            try command.integer("record-limit", in: 1_024...1_099_511_627_776)
            ?? Self.recordByteCountMaximumOfServers
        guard recordPath != nil || command.origin(of: "record-limit") == .defaultValue else {
            throw UsageError(
                "--record-limit bounds a record, and there is none; add --record-requests FILE")
        }
    }

    private static func pageAddress(
        _ command: ParsedCommand
    ) throws(UsageError) -> SocketAddress? {
        guard let text = command.string("admin-listen") else { return nil }
        do throws(TransportError) {
            return try SocketAddress.parse(text)
        } catch {
            throw command.invalid("admin-listen", error.message)
        }
    }

    /// Octal, as chmod(1) takes it.
    private static func socketMode(_ command: ParsedCommand) throws(UsageError) -> UInt32 {
        let text = command.string("socket-mode") ?? ""
        guard (3...4).contains(text.utf8.count),
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }),
            let mode = UInt32(text, radix: 8), mode <= 0o777
        else {
            throw command.invalid("socket-mode", "is not an octal mode such as 0660")
        }
        return mode
    }
}
