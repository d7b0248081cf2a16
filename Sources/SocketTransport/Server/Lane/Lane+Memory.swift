internal import RPCCore
internal import TTRPC

/// What a lane does while the buffers of all connections together hold too much.
extension Lane {
    /// Whether a connection holds more than its share of memory that is short.
    func isAboveShare(_ connection: Connection) -> Bool {
        memory.isOver
            && connection.unsentByteCount
                > memory.share(ofConnections: counters.openConnectionCount)
    }

    /// Refuses a long frame of which only a part has come, so that the rest need not be kept; nil
    /// when there is room for it.
    func refuseLongFrame(
        _ frameByteCount: Int, in bytes: borrowing RawSpan, at offset: Int,
        _ connection: Connection
    ) -> ServerStep? {
        guard frameByteCount > MemoryGauge.smallByteCount, memory.isOver else { return nil }
        return unsafe connection.state.refuseFrame(
            in: bytes, at: offset,
            RPCError(
                .resourceExhausted,
                "the server's memory for requests and replies is used up; try again later"))
    }

    /// Closes the connections that hold most until the sum is bearable or only small ones are left.
    /// - Complexity: O(connections) for each that is closed.
    func shedLargest() {
        while memory.isFarOver {
            var largest: Connection?
            var size = MemoryGauge.smallByteCount
            table.forEach { connection in
                let held =
                    connection.unsentByteCount + (connection.input?.count ?? 0)
                    + connection.http2Account.byteCount
                if held > size { (largest, size) = (connection, held) }
            }
            guard let largest else { return }
            counters.countShed()
            metrics.limitReached(.bufferedBytes)
            close(largest)
        }
    }
}
