import CommandLineKit
import EpisodeModel
import LoadGenerator
import LoadReport
import LoadTransport
import RPCCore
import SocketTransport

/// `bench`: runs a load once or several times and says what came of it.
struct BenchCommand {
    let plan: BenchPlan
    let settings: Settings

    func run() async throws(Failure) -> ExitCode {
        Interrupts.watch()
        let mix = try MixSource.load(plan.target.mixPath)
        let target = try BenchTarget.make(plan.target, settings)
        var load = LoadPlan(
            pace: plan.pace, mix: mix.mix, connectionCount: plan.target.connectionCount,
            streamCount: plan.target.streamCount,
            timeoutMilliseconds: settings.timeoutMilliseconds, seed: plan.seed,
            warmupSeconds: plan.warmupSeconds, callCountMaximum: plan.callCount)
        var outputs = try ResultOutputs(plan.outputs)
        var document = RunDocument(
            version: ProductVersion.text, machine: BenchTarget.machine,
            settings: documentSettings(target, mix), runs: [])
        var fault: Failure?
        for number in 0..<plan.repeatCount {
            load.seed = plan.seed &+ UInt64(number)
            if plan.repeatCount > 1 {
                settings.remark("run \(number + 1) of \(plan.repeatCount)")
            }
            outputs.beginRun()
            let run: RunResult
            do throws(Failure) {
                run = try await BenchRun(
                    plan: load, target: target, settings: settings, showsLive: plan.showsLive,
                    abortsOn: plan.abortsOnFailure ? plan.expectations : []
                ).perform { (interval) throws(Failure) in try outputs.add(interval) }
            } catch {
                fault = error
                break
            }
            document.runs.append(RunDocument.Run(run, plan.expectations))
            if run.end != .completed { break }
        }
        // Repeats that were measured are kept, whatever happened to the next one.
        if let fault, document.runs.isEmpty { throw fault }
        do throws(Failure) { try outputs.finish(document) } catch { fault = fault ?? error }
        try show(document)
        if let fault { throw fault }
        return document.runs.map { $0.verdict.exitCode }.max { $0.rank < $1.rank } ?? .ok
    }

    private func documentSettings(
        _ target: LoadTarget, _ mix: MixSource.Loaded
    ) -> RunDocument.Settings {
        var result = RunDocument.Settings()
        result.arguments = (try? ProcessArguments.read()) ?? []
        result.address = "\(target.address)"
        result.wireProtocol = target.wireProtocol.rawValue
        switch plan.pace {
        case .open(let schedule, let pattern):
            result.arrivals = pattern.rawValue
            result.segments = schedule.segments
        case .closed: result.isOpenLoop = false
        }
        result.connectionCount = plan.target.connectionCount
        result.streamCount = plan.target.streamCount
        result.timeoutMilliseconds = settings.timeoutMilliseconds
        result.warmupSeconds = plan.warmupSeconds
        result.seed = plan.seed
        result.mix = mix.name
        result.mixEntryCount = mix.mix.entries.count
        return result
    }

    private func show(_ document: RunDocument) throws(Failure) {
        switch settings.format {
        case .json, .jsonl: try Session.write(document.json())
        case .csv:
            for run in document.runs { try Session.write(SeriesCSV.text(run.result.series)) }
        default:
            for run in document.runs {
                try Session.write(
                    SummaryText.text(
                        run, document.settings, isPlain: !LiveView.localeSpeaksUnicode))
            }
        }
    }
}

extension Verdict {
    /// What the process ends with.
    var exitCode: ExitCode {
        switch kind {
        case .fine: .ok
        case .expectationFailed: .threshold
        case .nothingMeasured: .nothingMeasured
        case .rateNotHeld: .rateNotHeld
        case .interrupted: .interrupted
        case .terminated: .terminated
        }
    }
}

extension ExitCode {
    /// Which of several runs decides.
    fileprivate var rank: Int {
        let order: [ExitCode] = [
            .ok, .rateNotHeld, .nothingMeasured, .threshold, .interrupted,
            .terminated,
        ]
        return order.firstIndex(of: self) ?? 0
    }
}
