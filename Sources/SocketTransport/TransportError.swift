/// A fault of sockets or addresses: one clear line for a person, and the system's error number.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was wrong and where, in one line.
    public var message: String
    /// errno of the failed call; 0 when no call failed.
    public var errorNumber: Int32

    public init(_ message: String, errorNumber: Int32 = 0) {
        self.message = message
        self.errorNumber = errorNumber
    }

    public var description: String { message }
}
