import CommandLineKit
import EpisodeService
import SocketTransport

/// What runs when the server is ready.
struct Running: Sendable {
    let server: Server
    /// Where the pages have a listener of their own.
    let pageServer: PageServer?
    let pages: ServerPages
    let service: EpisodeService
    let serving: StoreServing?
    let reload: CatalogReload?
    let notifier: ServiceNotifier
    let recorder: RequestRecorder?

    /// SIGHUP reads a catalogue file again (a store is followed anyway); the first SIGTERM or SIGINT
    /// drains, the second ends at once.
    func obeySignals() -> Never {
        var isDraining = false
        ProcessSignals.waitForEver { signal in
            switch signal {
            case .reload where isDraining: break
            case .reload:
                guard let reload = reload else {
                    Log.line("a store needs no reload: every change of it is served at once")
                    break
                }
                reload.start()
            case .terminate where isDraining:
                server.stopNow()
                pageServer?.stop()
                ProcessArguments.end(ExitCode.ok.rawValue)
            case .terminate:
                isDraining = true
                notifier.tell(.stopping(status: "finishing the calls that run"))
                drain()
            }
        }
    }

    private func drain() {
        pages.update { $0.phase = .draining }
        service.beginDraining()
        server.drain { [self] result in
            if !result.isClean {
                Log.line(
                    "connections cut that still waited for replies: \(result.cutConnectionCount)")
            }
            end()
            ProcessArguments.end(ExitCode.ok.rawValue)
        }
    }

    /// What has to be finished before the process ends.
    private func end() {
        pageServer?.stop()
        recorder?.finish()
        serving?.finish()
    }
}
