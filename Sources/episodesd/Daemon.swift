import CommandLineKit
import EpisodeService
import SocketTransport

/// The life of a server: load, listen, serve, drain.
enum Daemon {
    /// Returns only by ending the process.
    static func run(_ options: ServeOptions) throws(StartFailure) -> Never {
        Heap.limitArenas(to: 2)
        let started = WallClock.microsecondsSinceEpoch
        let notifier = notifier()
        let serving: StoreServing?
        let snapshots: SnapshotHolder
        switch options.location {
        case .file(let path):
            serving = nil
            snapshots = SnapshotHolder(try CatalogLoading.load(path, options, revision: 1))
        case .store(let path):
            let opened = try StoreServing(path, options)
            serving = opened
            snapshots = opened.snapshots
        }
        Heap.trim()
        // After loading, which a signal simply ends, and before the first thread is made.
        ProcessSignals.hold()
        let service = EpisodeService(
            snapshots,
            configuration: .init(
                streamURLTemplate: options.streamURLTemplate,
                replyCacheByteCount: options.replyCacheByteCount,
                allowsWrites: options.allowsWrites),
            keeper: serving?.keeper)
        let server = Server(try ServerSettings.fitting(options.server, notifier), factory: service)
        let addresses: [SocketAddress]
        do throws(TransportError) {
            addresses = try server.start()
        } catch {
            throw StartFailure(message: error.message, exitCode: .internalError)
        }
        let snapshot = snapshots.snapshot
        Log.ready(readyLine(snapshot, addresses, microsecondsSince: started))
        notifier.tell(.ready(status: CatalogReload.status(snapshot)))
        serving?.startFollowing()
        var reload: CatalogReload?
        if case .file(let path) = options.location {
            reload = CatalogReload(path, options, service, notifier)
        }
        obeySignals(server, service, serving, reload, notifier)
    }

    private static func notifier() -> ServiceNotifier {
        do throws(TransportError) {
            return try ServiceNotifier(
                environment: ProcessArguments.environment(ServiceNotifier.variables))
        } catch {
            Log.line(error.message)
            return ServiceNotifier()
        }
    }

    private static func readyLine(
        _ snapshot: CatalogSnapshot, _ addresses: [SocketAddress], microsecondsSince start: Int64
    ) -> String {
        let hundredths = max(0, WallClock.microsecondsSinceEpoch - start) / 10_000
        let fraction = hundredths % 100
        let seconds = "\(hundredths / 100).\(fraction / 10)\(fraction % 10) s"
        let count = snapshot.rowCount
        return "episodesd ready: \(count) episode\(count == 1 ? "" : "s") at revision "
            + "\(snapshot.revision), loaded in \(seconds), listening on "
            + addresses.map(\.description).joined(separator: ", ") + "\n"
    }

    /// SIGHUP reads a catalogue file again (a store is followed anyway); the first SIGTERM or SIGINT
    /// drains, the second ends at once.
    private static func obeySignals(
        _ server: Server, _ service: EpisodeService, _ serving: StoreServing?,
        _ reload: CatalogReload?, _ notifier: ServiceNotifier
    ) -> Never {
        var isDraining = false
        ProcessSignals.waitForEver { signal in
            switch signal {
            case .reload where isDraining: break
            case .reload:
                guard let reload else {
                    Log.line("a store needs no reload: every change of it is served at once")
                    break
                }
                reload.start()
            case .terminate where isDraining:
                server.stopNow()
                ProcessArguments.end(ExitCode.ok.rawValue)
            case .terminate:
                isDraining = true
                notifier.tell(.stopping(status: "finishing the calls that run"))
                drain(server, service, serving)
            }
        }
    }

    private static func drain(
        _ server: Server, _ service: EpisodeService, _ serving: StoreServing?
    ) {
        service.beginDraining()
        server.drain { result in
            if !result.isClean {
                Log.line(
                    "connections cut that still waited for replies: \(result.cutConnectionCount)")
            }
            serving?.finish()
            ProcessArguments.end(ExitCode.ok.rawValue)
        }
    }
}
