internal import RPCCore

/// Calls that wait for their turn, first come, first served.
struct HeldCalls: Sendable {
    private var calls: ContiguousArray<(stream: UInt32, request: ClientRequest?)> = []
    /// Of those in front, which were taken.
    private var takenCount = 0
    private var byteCount = 0
    /// Calls that wait.
    private(set) var count = 0

    mutating func add(_ stream: UInt32, _ request: ClientRequest) throws(RPCError) {
        guard count < ClientStreams.heldCountMaximum,
            byteCount + request.payload.count <= ClientStreams.heldByteCountMaximum
        else {
            throw RPCError(
                .resourceExhausted,
                "too many calls wait for their turn on this connection; make fewer at once")
        }
        compact()
        calls.append((stream, request))
        byteCount += request.payload.count
        count += 1
    }

    /// The stream of the call that has waited longest.
    var earliest: UInt32? { calls[takenCount...].first { $0.request != nil }?.stream }
    /// Places of the queue, those of calls that wait no longer among them.
    var placeCount: Int { calls.count }

    /// Gives up the places of calls that wait no longer once they are most of all.
    private mutating func compact() {
        guard calls.count > 2 * count + 64 else { return }
        calls.removeAll { $0.request == nil }
        takenCount = 0
    }

    /// The call that has waited longest.
    mutating func take() -> (stream: UInt32, request: ClientRequest)? {
        while takenCount < calls.count {
            let (stream, request) = calls[takenCount]
            calls[takenCount].request = nil
            takenCount += 1
            if takenCount == calls.count {
                calls.removeAll(keepingCapacity: true)
                takenCount = 0
            }
            guard let request else { continue }
            byteCount -= request.payload.count
            count -= 1
            return (stream, request)
        }
        return nil
    }

    /// A call that waits no longer; its place in the queue stays until its turn.
    /// - Complexity: O(log calls), as streams rise.
    mutating func forget(_ stream: UInt32) {
        var low = takenCount
        var high = calls.count
        while low < high {
            let middle = (low + high) / 2
            if calls[middle].stream < stream { low = middle + 1 } else { high = middle }
        }
        guard low < calls.count, calls[low].stream == stream, let request = calls[low].request
        else { return }
        calls[low].request = nil
        byteCount -= request.payload.count
        count -= 1
    }
}
