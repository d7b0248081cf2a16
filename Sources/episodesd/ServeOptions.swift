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

    private static func limits(_ command: ParsedCommand) throws(UsageError) -> TransportLimits {
        var limits = TransportLimits()
        let frame = TransportLimits.frameByteCountMaximum
        func number<Number: FixedWidthInteger>(
            _ name: String, _ range: ClosedRange<Number>, _ value: inout Number
        ) throws(UsageError) {
            value = try command.integer(name, in: range) ?? value
        }
        try number("max-request-bytes", 1_024...frame, &limits.readRequestByteCountMaximum)
        try number(
            "max-oversized-frame-bytes", 0...Int(UInt32.max),
            &limits.oversizedFrameDrainByteCountMaximum)
        try number("max-connections", 1...1_000_000, &limits.connectionCountMaximum)
        try number("max-in-flight", 1...1_000_000, &limits.inFlightPerConnectionMaximum)
        try number("max-unsent-bytes", 65_536...1_073_741_824, &limits.unsentByteCountMaximum)
        try number(
            "max-buffered-bytes", 16_777_216...1_099_511_627_776,
            &limits.bufferedByteCountMaximum)
        let day: Int64 = 86_400_000
        try number(
            "frame-timeout-milliseconds", 1...day, &limits.frameArrivalTimeoutMilliseconds)
        try number("idle-timeout-milliseconds", 1...day, &limits.idleTimeoutMilliseconds)
        try number(
            "max-connection-age-milliseconds", 0...30 * day,
            &limits.connectionAgeMaximumMilliseconds)
        try number("max-early-resets", 1...1_000_000, &limits.earlyResetCountMaximum)
        try number(
            "max-early-resets-per-second", 0...1_000_000, &limits.earlyResetsPerSecondMaximum)
        try number("stall-timeout-milliseconds", 1...day, &limits.sendStallTimeoutMilliseconds)
        try number("default-deadline-milliseconds", 1...day, &limits.defaultDeadlineMilliseconds)
        try number("max-deadline-milliseconds", 1...day, &limits.deadlineMillisecondsMaximum)
        try number("max-watch-milliseconds", 1...(365 * day), &limits.watchMillisecondsMaximum)
        let drain = try command.integer("drain-seconds", in: Int64(0)...3_600) ?? 10
        limits.drainTimeoutMilliseconds = drain * 1_000
        return limits
    }
}
