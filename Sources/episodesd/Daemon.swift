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
        let snapshot = try CatalogLoading.load(options, revision: 1)
        Heap.trim()
        // After loading, which a signal simply ends, and before the first thread is made.
        ProcessSignals.hold()
        let service = EpisodeService(
            SnapshotHolder(snapshot),
            configuration: .init(
                streamURLTemplate: options.streamURLTemplate,
                replyCacheByteCount: options.replyCacheByteCount))
        let server = Server(try ServerSettings.fitting(options.server, notifier), factory: service)
        let addresses: [SocketAddress]
        do throws(TransportError) {
            addresses = try server.start()
        } catch {
            throw StartFailure(message: error.message, exitCode: .internalError)
        }
        Log.ready(readyLine(snapshot, addresses, microsecondsSince: started))
        notifier.tell(.ready(status: CatalogReload.status(snapshot)))
        obeySignals(server, service, CatalogReload(options, service, notifier), notifier)
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

    /// SIGHUP reads the catalogue again; the first SIGTERM or SIGINT drains, the second ends at once.
    private static func obeySignals(
        _ server: Server, _ service: EpisodeService, _ reload: CatalogReload,
        _ notifier: ServiceNotifier
    ) -> Never {
        var isDraining = false
        ProcessSignals.waitForEver { signal in
            switch signal {
            case .reload where isDraining: break
            case .reload: reload.start()
            case .terminate where isDraining:
                server.stopNow()
                ProcessArguments.end(ExitCode.ok.rawValue)
            case .terminate:
                isDraining = true
                notifier.tell(.stopping(status: "finishing the calls that run"))
                drain(server, service)
            }
        }
    }

    private static func drain(_ server: Server, _ service: EpisodeService) {
        service.beginDraining()
        server.drain { result in
            if !result.isClean {
                Log.line(
                    "connections cut that still waited for replies: \(result.cutConnectionCount)")
            }
            ProcessArguments.end(ExitCode.ok.rawValue)
        }
    }
}
