/// How a connection of a client behaves.
package struct ClientConnectionOptions: Sendable {
    /// Calls with the server at a time; later ones wait for their turn.
    package var inFlightMaximum = Int.max
    /// The first stream id; odd.
    package var firstStream: UInt32 = 1
    package init() {}
}
