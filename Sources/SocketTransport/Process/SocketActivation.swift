internal import CPlatform

/// Listening sockets passed by a service manager: descriptors from 3 on, described by LISTEN_PID,
/// LISTEN_FDS and LISTEN_FDNAMES. Source: sd_listen_fds(3).
public enum SocketActivation {
    public static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
    private static let firstDescriptor: Int32 = 3
    private static let countMaximum: Int32 = 256

    /// The sockets meant for this process; none when LISTEN_PID names another or nobody.
    /// - Throws: when the variables are meant for this process and do not fit together.
    public static func sockets(
        environment: [String: String]
    ) throws(TransportError) -> [InheritedSocket] {
        try sockets(environment: environment, processID: cplatform_process_id())
    }

    static func sockets(
        environment: [String: String], processID: Int32
    ) throws(TransportError) -> [InheritedSocket] {
        guard environment["LISTEN_PID"] == String(processID) else { return [] }
        let text = environment["LISTEN_FDS"] ?? ""
        guard let count = Int32(text), (0...countMaximum).contains(count) else {
            throw TransportError(
                "LISTEN_FDS is \"\(text.prefix(20))\"; it must be a number up to \(countMaximum)")
        }
        var names = [String](repeating: "unknown", count: Int(count))
        if let list = environment["LISTEN_FDNAMES"], !list.isEmpty {
            names = list.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard names.count == count else {
                throw TransportError(
                    "LISTEN_FDNAMES has \(names.count) names for \(count) sockets")
            }
        }
        return names.enumerated().map { index, name in
            InheritedSocket(descriptor: firstDescriptor + Int32(index), name: name)
        }
    }
}
