import EpisodeService
import OperatorPages
import SocketTransport
import Synchronization

/// The pages of this server, whatever it is doing.
final class ServerPages: PageSource {
    /// What the server is doing.
    enum Phase {
        case loading
        case serving
        case draining
    }

    /// What the pages tell of. Each part is there once there is something to tell.
    struct Parts {
        var phase = Phase.loading
        var service: EpisodeService?
        var server: Server?
        /// What of the settings is in force.
        var configuration: ServerConfiguration?
        var pageServer: PageServer?
        var recorder: RequestRecorder?
        /// Of the server, and of the listener for pages.
        var addresses: [SocketAddress] = []
        var pageAddresses: [SocketAddress] = []
    }

    let options: ServeOptions
    let startMicroseconds: Int64
    private let parts = Mutex(Parts())

    /// - Parameter startMicroseconds: when the process began, since 1970.
    init(_ options: ServeOptions, startMicroseconds: Int64) {
        self.options = options
        self.startMicroseconds = startMicroseconds
    }

    func update(_ change: (inout Parts) -> Void) { parts.withLock { change(&$0) } }

    func health() -> PageReply {
        switch parts.withLock({ $0.phase }) {
        case .serving: PageReply(words: "ok")
        case .loading:
            PageReply(
                status: .unavailable, words: "loading: the catalogue is being read, ask again later"
            )
        case .draining:
            PageReply(
                status: .unavailable,
                words: "draining: the calls that run are finished, ask another server")
        }
    }

    func make(_ page: Page) -> PageReply {
        let parts = parts.withLock { $0 }
        switch page {
        case .health: return health()
        case .metrics:
            return PageReply(contentType: MetricsText.contentType, body: metrics(parts))
        case .status:
            return PageReply(
                contentType: PageReply.json, body: Array(status(parts).utf8))
        }
    }
}
