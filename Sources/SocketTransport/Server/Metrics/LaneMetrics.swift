internal import RPCCore

/// What one lane counts of its calls, connections and limits: no lock, no allocation, some two
/// nanoseconds a call.
///
/// The clock is not read for each call. The calls of one batch of requests have their replies sent
/// together, so they also end together: at the reading that the lane takes after the send. A time is
/// thus from when the request's bytes were read to when its reply was offered to the socket; of a
/// stream, to its end.
final class LaneMetrics: CallObserver, @unchecked Sendable {
    // Unchecked: the numbers are atomics, everything else is confined to the lane.
    /// Codes that have a place; others count as UNKNOWN.
    static let codeCount = 17
    /// Groups of calls whose end has not been read off the clock.
    private static let runCountMaximum = 64

    private struct Run {
        var slot: Int
        var arrival: Int64
        var count: Int
    }

    let layout: Layout
    let block: CounterBlock
    /// The last group, to which the next call belongs as a rule. Unchecked, as nothing that is called
    /// with it comes back here.
    @exclusivity(unchecked) private var last = Run(slot: -1, arrival: 0, count: 0)
    private var runs: ContiguousArray<Run> = []
    private let clock: @Sendable () -> MonotonicTime

    init(methodCount: Int, clock: @escaping @Sendable () -> MonotonicTime = { .now }) {
        layout = Layout(methodCount: methodCount)
        block = CounterBlock(count: layout.cellCount)
        self.clock = clock
        runs.reserveCapacity(Self.runCountMaximum)
    }

    @inline(__always)
    func callStarted(_ method: MethodID?) {
        block.add(1, to: layout.started + layout.slot(method))
    }

    @inline(__always)
    func callEnded(_ method: MethodID?, _ code: StatusCode, arrival: MonotonicTime) {
        let slot = layout.slot(method)
        block.add(1, to: layout.handled + slot * Self.codeCount + Layout.column(code))
        if unsafe last.slot == slot, unsafe last.arrival == arrival.nanoseconds {
            unsafe last.count &+= 1
        } else {
            beginRun(slot, arrival.nanoseconds)
        }
    }

    private func beginRun(_ slot: Int, _ arrival: Int64) {
        if unsafe last.count > 0 {
            if runs.count == Self.runCountMaximum {
                settle(clock())
            } else {
                unsafe runs.append(last)
            }
        }
        unsafe last = Run(slot: slot, arrival: arrival, count: 1)
    }

    /// Whether calls have ended since the last `settle`.
    var hasUnsettled: Bool { unsafe last.count > 0 }

    /// The calls that have ended have done so by `now`.
    func settle(_ now: MonotonicTime) {
        unsafe settle(last, now)
        for run in runs { settle(run, now) }
        runs.removeAll(keepingCapacity: true)
        unsafe last = Run(slot: -1, arrival: 0, count: 0)
    }

    private func settle(_ run: Run, _ now: MonotonicTime) {
        guard run.count > 0 else { return }
        let arrival = MonotonicTime(nanoseconds: run.arrival)
        let time = max(now.nanoseconds(since: arrival), 0)
        let bucket = HandlingTimes.bucket(of: time)
        block.add(
            run.count, to: layout.buckets + run.slot * HandlingTimes.bucketCount + bucket)
        block.add(Int(time) &* run.count, to: layout.nanoseconds + run.slot)
    }

    func limitReached(_ limit: LimitKind) { block.add(1, to: layout.cell(limit)) }

    /// A connection of this kind is there, or no longer.
    func connectionsChanged(_ kind: ConnectionKind, by count: Int) {
        block.add(count, to: layout.cell(kind))
    }
}

/// What clients speak, and over what.
struct ConnectionKind: Hashable, Sendable, CaseIterable {
    enum Wire: String, CaseIterable, Sendable {
        /// The first bytes have not come.
        case undecided = "none"
        case ttrpc
        case grpc
        case http
    }

    enum Transport: String, CaseIterable, Sendable { case tcp, unix }

    var wire: Wire
    var transport: Transport

    static let allCases = Wire.allCases.flatMap { wire in
        Transport.allCases.map { ConnectionKind(wire: wire, transport: $0) }
    }
}
