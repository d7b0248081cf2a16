import CommandLineKit
import LatencyHistogram
import LoadGenerator
import LoadTransport
import RPCCore
import SocketTransport

/// One run: the load on its own thread, and what people see of it meanwhile.
struct BenchRun {
    let plan: LoadPlan
    let target: LoadTarget
    let settings: Settings
    let showsLive: Bool
    /// When one of these fails, the run ends.
    let abortsOn: [Expectation]

    /// - Parameter onInterval: gets each second.
    func perform(
        _ onInterval: (IntervalRecord) throws(Failure) -> Void
    ) async throws(Failure) -> RunResult {
        let control: LoadControl
        do throws(TransportError) { control = try LoadControl() } catch { throw Failure(error) }
        let (intervals, feed) = AsyncStream.makeStream(of: IntervalRecord.self)
        let (plan, target) = (plan, target)
        let running = Task { () -> Result<RunResult, RPCError> in
            defer { feed.finish() }
            do throws(RPCError) {
                return .success(
                    try await LoadRunner.run(plan, to: target, control: control) {
                        feed.yield($0)
                    })
            } catch {
                return .failure(error)
            }
        }
        var live = LiveView(settings, isOn: showsLive, seconds: plan.seconds)
        var series: [SeriesPoint] = []
        var soFar = RunningTotal()
        for await interval in intervals {
            let point = SeriesPoint(interval)
            series.append(point)
            live.show(point)
            do throws(Failure) { try onInterval(interval) } catch {
                control.stop(.aborted)
                live.end()
                _ = await running.value
                throw error
            }
            guard !abortsOn.isEmpty else { continue }
            soFar.add(interval)
            if soFar.fails(abortsOn) { control.stop(.aborted) }
        }
        live.end()
        switch await running.value {
        case .success(var result):
            result.series = series
            return result
        case .failure(let error):
            var failure = Failure(error, serverWasHeard: false)
            if error.code == .invalidArgument { failure.exitCode = .badData }
            throw failure
        }
    }
}

/// What the seconds so far come to, for expectations that end a run early.
struct RunningTotal {
    private var ok = OutcomeTally(outcome: .ok)
    private var failureCount: UInt64 = 0

    mutating func add(_ interval: IntervalRecord) {
        ok.response.add(interval.response)
        failureCount += interval.failureCount
    }

    /// Whether one of them cannot be met any more, or is not met by a hundred calls and more.
    func fails(_ expectations: [Expectation]) -> Bool {
        var result = RunResult()
        var failed = OutcomeTally(outcome: .noAnswer)
        failed.response.record(0, count: failureCount)
        result.tallies = [ok, failed].filter { $0.count > 0 }
        guard result.endedCount >= 100 else { return false }
        return expectations.contains { expectation in
            switch expectation.metric {
            case .percentile, .maximum, .mean, .errorShare, .errorCount:
                !expectation.judge(result).isMet
            default: false
            }
        }
    }
}
