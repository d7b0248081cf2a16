internal import Dispatch

/// Asks every lane whether it turns, and tells of it when all have answered. A lane that is stuck
/// holds up the answer and with it every later beat. Confined to the control queue.
final class Pulse: @unchecked Sendable {
    // Unchecked: used on the control queue only.
    private let heartbeat: Heartbeat
    private let lanes: [Lane]
    private let queue: DispatchQueue
    private let timer: any DispatchSourceTimer
    private var waitedFor = 0

    init(_ heartbeat: Heartbeat, lanes: [Lane], queue: DispatchQueue) {
        self.heartbeat = heartbeat
        self.lanes = lanes
        self.queue = queue
        timer = DispatchSource.makeTimerSource(queue: queue)
        let interval = DispatchTimeInterval.milliseconds(
            Int(min(max(heartbeat.intervalMilliseconds, 1), 86_400_000)))
        timer.schedule(deadline: .now(), repeating: interval, leeway: .milliseconds(1))
        timer.setEventHandler { [unowned self] in ask() }
        timer.activate()
    }

    deinit { timer.cancel() }

    private func ask() {
        guard waitedFor == 0 else { return }
        waitedFor = lanes.count
        for lane in lanes {
            _ = lane.post(.probe { [weak self] in self?.take() })
        }
    }

    private func take() {
        queue.async { [self] in
            waitedFor -= 1
            if waitedFor == 0 { heartbeat.onAlive() }
        }
    }
}
