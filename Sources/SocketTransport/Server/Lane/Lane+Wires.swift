internal import GRPCOverHTTP2
internal import RPCCore

/// Finding out what a new connection speaks.
extension Lane {
    /// Looks at the first bytes of a connection.
    ///
    /// - Returns: true when they are the native protocol's, to be parsed; otherwise they were dealt
    ///   with, or are kept until more have come.
    func sniff(_ connection: Connection, _ bytes: borrowing RawSpan) -> Sniffed {
        switch isForPagesOnly ? ConnectionWire.sniffPage(bytes) : ConnectionWire.sniff(bytes) {
        case .needMore:
            if connection.frameStart == nil, !connection.reachedEnd { startFrameClock(connection) }
            return .needMore
        case .speaks(.ttrpc):
            setWire(connection, .ttrpc)
            return .native
        case .speaks(.grpc):
            connection.frameStart = nil
            beginHTTP2(connection, bytes)
        case .speaks(.http): beginPages(connection, bytes)
        case .speaks(.undecided), .unknown:
            counters.countWrongProtocol()
            close(connection)
        }
        return .taken
    }

    enum Sniffed { case native, needMore, taken }

    func setWire(_ connection: Connection, _ wire: ConnectionKind.Wire) {
        metrics.connectionsChanged(connection.kind, by: -1)
        connection.kind.wire = wire
        metrics.connectionsChanged(connection.kind, by: 1)
    }
}
