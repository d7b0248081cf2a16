/// A listening socket that whoever started this process has opened, such as systemd for a socket
/// unit. The server takes it over; connections that wait in it when the server ends are left for
/// the next one.
public struct InheritedSocket: Hashable, Sendable {
    public let descriptor: Int32
    /// The name it was passed under; "unknown" when it has none.
    public let name: String

    public init(descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }
}
