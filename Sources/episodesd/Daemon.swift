import CommandLineKit
import EpisodeService
import OperatorPages
import SocketTransport

/// The life of a server: load, listen, serve, drain.
enum Daemon {
    /// Returns only by ending the process.
    static func run(_ options: ServeOptions) throws(StartFailure) -> Never {
        Heap.limitArenas(to: 2)
        let started = WallClock.microsecondsSinceEpoch
        let notifier = notifier()
        let pages = ServerPages(options, startMicroseconds: started)
        let pageServer = try startPages(options, pages)
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
        // After loading, which a signal simply ends, and before threads are made for good.
        ProcessSignals.hold()
        let service = EpisodeService(
            snapshots,
            configuration: .init(
                streamURLTemplate: options.streamURLTemplate,
                replyCacheByteCount: options.replyCacheByteCount,
                allowsWrites: options.allowsWrites),
            keeper: serving?.keeper)
        var settings = try ServerSettings.fitting(
            options.server, hasPageListener: pageServer != nil, notifier)
        settings.pages = pageServer.map { MovedPages(to: Self.list($0.addresses)) } ?? pages
        let recorder = try startRecorder(options)
        let server = Server(
            settings,
            factory: recorder.map { RecordedService(service, sink: $0) } ?? service)
        let addresses: [SocketAddress]
        do throws(TransportError) {
            addresses = try server.start()
        } catch {
            throw StartFailure(message: error.message, exitCode: .internalError)
        }
        pages.update { parts in
            (parts.service, parts.server, parts.configuration) = (service, server, settings)
            (parts.addresses, parts.phase) = (addresses, .serving)
            parts.recorder = recorder
        }
        let snapshot = snapshots.snapshot
        Log.ready(
            readyLine(
                snapshot, addresses, pages: pageServer?.addresses ?? [], microsecondsSince: started)
        )
        notifier.tell(.ready(status: CatalogReload.status(snapshot)))
        serving?.startFollowing()
        var reload: CatalogReload?
        if case .file(let path) = options.location {
            reload = CatalogReload(path, options, service, notifier)
        }
        Running(
            server: server, pageServer: pageServer?.server, pages: pages, service: service,
            serving: serving, reload: reload, notifier: notifier, recorder: recorder
        ).obeySignals()
    }

    private static func startRecorder(
        _ options: ServeOptions
    ) throws(StartFailure) -> RequestRecorder? {
        guard let path = options.recordPath else { return nil }
        do throws(TransportError) {
            return try RequestRecorder(
                path: path, byteCountMaximum: options.recordByteCountMaximum)
        } catch {
            throw StartFailure(message: error.message, exitCode: .internalError)
        }
    }

    /// The listener for pages, when there is one of its own: it answers probes from now on, while the
    /// catalogue is read.
    private static func startPages(
        _ options: ServeOptions, _ pages: ServerPages
    ) throws(StartFailure) -> (server: PageServer, addresses: [SocketAddress])? {
        guard let address = options.pageAddress else { return nil }
        var configuration = options.server
        configuration.listen = [address]
        configuration.pages = pages
        let server = PageServer(configuration)
        // Its threads must not take the signals that the main thread obeys.
        ProcessSignals.hold()
        defer { ProcessSignals.release() }
        do throws(TransportError) {
            let addresses = try server.start()
            pages.update { ($0.pageServer, $0.pageAddresses) = (server, addresses) }
            return (server, addresses)
        } catch {
            throw StartFailure(message: error.message, exitCode: .internalError)
        }
    }

    private static func list(_ addresses: [SocketAddress]) -> String {
        addresses.map(\.description).joined(separator: ", ")
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
        _ snapshot: CatalogSnapshot, _ addresses: [SocketAddress], pages: [SocketAddress],
        microsecondsSince start: Int64
    ) -> String {
        let hundredths = max(0, WallClock.microsecondsSinceEpoch - start) / 10_000
        let fraction = hundredths % 100
        let seconds = "\(hundredths / 100).\(fraction / 10)\(fraction % 10) s"
        let count = snapshot.rowCount
        return "episodesd ready: \(count) episode\(count == 1 ? "" : "s") at revision "
            + "\(snapshot.revision), loaded in \(seconds), listening on "
            + list(addresses) + (pages.isEmpty ? "" : ", pages on " + list(pages)) + "\n"
    }
}
