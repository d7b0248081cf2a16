/// A connection that has just come in.
struct AcceptedSocket: Hashable, Sendable {
    var descriptor: Int32
    var transport: ConnectionKind.Transport
}
