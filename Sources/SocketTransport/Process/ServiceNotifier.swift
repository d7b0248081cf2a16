internal import CPlatform
internal import RPCCore

/// Tells the service manager that started this process how it fares: one datagram a message, to the
/// socket that NOTIFY_SOCKET names. Without that variable it does nothing.
///
/// Written here because the protocol is a few lines of text and stable by promise; libsystemd would
/// be a dependency for nothing. Source: sd_notify(3), sd_watchdog_enabled(3).
public struct ServiceNotifier: Sendable {
    public static let variables = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]

    /// What a process can say of itself.
    public enum State: Hashable, Sendable {
        /// It serves: after the start and after each reload.
        case ready(status: String)
        case reloading
        case stopping(status: String)
        case alive
    }

    private let path: String?
    /// How often to say `alive`: half of what the manager waits; nil when it does not ask.
    public let aliveIntervalMilliseconds: Int64?

    /// - Throws: when a variable is set to something that cannot work.
    public init(environment: [String: String]) throws(TransportError) {
        try self.init(environment: environment, processID: cplatform_process_id())
    }

    init(environment: [String: String], processID: Int32) throws(TransportError) {
        let text = environment["NOTIFY_SOCKET"] ?? ""
        path = text.isEmpty ? nil : text
        if let first = text.utf8.first {
            guard first == UInt8(ascii: "/") || first == UInt8(ascii: "@"),
                (2..<108).contains(text.utf8.count)
            else {
                throw TransportError(
                    "NOTIFY_SOCKET is \"\(text.prefix(120))\"; it must be an absolute path or begin "
                        + "with @, and be under 108 bytes long")
            }
        }
        aliveIntervalMilliseconds =
            path == nil
            ? nil : try Self.aliveInterval(environment: environment, processID: processID)
    }

    /// One that tells nobody.
    public init() {
        path = nil
        aliveIntervalMilliseconds = nil
    }

    private static func aliveInterval(
        environment: [String: String], processID: Int32
    ) throws(TransportError) -> Int64? {
        guard let text = environment["WATCHDOG_USEC"], !text.isEmpty else { return nil }
        if let owner = environment["WATCHDOG_PID"], owner != String(processID) { return nil }
        guard let microseconds = Int64(text), microseconds > 0 else {
            throw TransportError(
                "WATCHDOG_USEC is \"\(text.prefix(20))\"; it must be a number of microseconds")
        }
        return max(microseconds / 2_000, 1)
    }

    /// Sends a message. One that the manager does not take within a second is lost; `alive` does
    /// not wait at all, as the next one follows soon.
    public func tell(_ state: State) {
        guard let path else { return }
        let bytes = Array(Self.message(state, now: .now).utf8)
        _ = unsafe bytes.withUnsafeBytes { buffer in
            unsafe cplatform_send_datagram(
                path, buffer.baseAddress, Int64(buffer.count), state == .alive ? 0 : 1)
        }
    }

    static func message(_ state: State, now: MonotonicTime) -> String {
        switch state {
        case .ready(let status): "READY=1\nSTATUS=\(oneLine(status))\n"
        case .reloading: "RELOADING=1\nMONOTONIC_USEC=\(now.nanoseconds / 1_000)\n"
        case .stopping(let status): "STOPPING=1\nSTATUS=\(oneLine(status))\n"
        case .alive: "WATCHDOG=1\n"
        }
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
