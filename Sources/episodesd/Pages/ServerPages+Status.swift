import CommandLineKit
import EpisodeModel
import EpisodeService
import RPCCore
import SocketTransport

extension ServerPages {
    /// The page for people and scripts, a JSON document. Parts that are not there yet are left out.
    func status(_ parts: Parts) -> String {
        let configuration = parts.configuration ?? options.server
        let uptime = max(0, WallClock.microsecondsSinceEpoch - startMicroseconds) / 1_000_000
        var json = JSONWriter(isIndented: true)
        json.object { json in
            json.member("program", "episodesd")
            json.member("version", ProductVersion.text)
            json.member("state", parts.phase.name)
            json.member("uptime_seconds", uptime)
            json.member("listening", parts.addresses)
            json.member("admin_listening", parts.pageAddresses)
            if let snapshot = parts.service?.snapshots.snapshot { write(snapshot, to: &json) }
            if let server = parts.server { write(server, to: &json) }
            json.member("event_loops", configuration.loopCount)
            json.member("readiness", configuration.readiness.rawValue)
            json.key("writes_allowed")
            json.bool(options.allowsWrites)
            json.key("limits")
            json.object { json in
                for (name, value) in ServeOptions.limitValues(configuration.limits) {
                    json.member(name.replacing("-", with: "_"), value)
                }
            }
        }
        return json.text + "\n"
    }

    private func write(_ snapshot: CatalogSnapshot, to json: inout JSONWriter) {
        json.key("catalog")
        json.object { json in
            switch options.location {
            case .file: json.member("kind", "file")
            case .store: json.member("kind", "store")
            }
            json.member("source", snapshot.source)
            // A text, as the JSON form of messages has numbers of 64 bits.
            json.member("revision", String(snapshot.revision))
            json.member("episodes", snapshot.rowCount)
            if let time = snapshot.loadedAt { json.member("loaded_at", time.description) }
        }
    }

    private func write(_ server: Server, to json: inout JSONWriter) {
        let (statistics, metrics) = (server.statistics, server.metrics)
        json.key("connections")
        json.object { json in
            json.member("open", statistics.openConnectionCount)
            json.key("by_protocol")
            json.array { json in
                for kind in metrics.connections {
                    json.object { json in
                        json.member("protocol", kind.wire)
                        json.member("transport", kind.transport)
                        json.member("count", kind.count)
                    }
                }
            }
            json.member("accepted", statistics.acceptedConnectionCount)
            json.member("refused", statistics.refusedConnectionCount)
            json.member("open_streams", statistics.openStreamCount)
            json.member("buffered_bytes", statistics.bufferedByteCount)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    fileprivate mutating func member(_ name: String, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    fileprivate mutating func member(_ name: String, _ addresses: [SocketAddress]) {
        key(name)
        array { json in
            for address in addresses { json.string(address.description) }
        }
    }
}

extension ServerPages.Phase {
    fileprivate var name: String {
        switch self {
        case .loading: "loading"
        case .serving: "serving"
        case .draining: "draining"
        }
    }
}
