import CatalogFormats
import CommandLineKit
import MessageJSON
import RPCCore
import SocketTransport

/// What `call` has to do.
struct CallPlan {
    let method: MethodSchema
    private let data: Data
    private let metadata: [(key: String, value: String)]

    private enum Data {
        case text(String)
        case file(String)
        case input
    }

    init(_ command: ParsedCommand, _ settings: Settings) throws(UsageError) {
        method = try Self.method(command.positionals.first ?? "")
        let text = command.string("data") ?? "{}"
        if text == "@-" {
            data = .input
        } else if text.hasPrefix("@") {
            data = .file(String(text.dropFirst()))
        } else {
            data = .text(text)
        }
        metadata = try Self.metadata(command.strings("meta"))
        // Found now and not after connecting.
        if case .text(let text) = data {
            do throws(MessageJSONError) {
                _ = try MessageJSON.decode(text, type: method.request)
            } catch {
                throw UsageError("--data: \(error)")
            }
        }
    }

    private static func method(_ name: String) throws(UsageError) -> MethodSchema {
        let schemas = MessageSchemas.compiled
        let found = schemas.methods(named: name)
        let shown = TextEscaping.escaped(String(name.prefix(100)))
        guard found.count <= 1 else {
            throw UsageError(
                "METHOD: '\(shown)' can be \(found.map(\.path).joined(separator: " or "))")
        }
        guard let method = found.first else {
            let all = schemas.services.flatMap(\.methods)
            let last = name.split(whereSeparator: { "./".contains($0) }).last.map(String.init)
            throw UsageError(
                "METHOD: there is no method '\(shown)'"
                    + NearestName.hint(last ?? name, in: all.map(\.name))
                    + " ('episodes describe' lists all)")
        }
        guard !method.isClientStreaming else {
            throw UsageError(
                "METHOD: \(method.path) takes a stream of requests; 'call' sends one. 'episodes "
                    + "describe' shows what it would tell")
        }
        return method
    }

    private static func metadata(
        _ words: [String]
    ) throws(UsageError) -> [(key: String, value: String)] {
        var pairs: [(key: String, value: String)] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let key = parts[0].lowercased()
            let isKey =
                !key.isEmpty
                && key.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
                        || $0 == 0x5F || $0 == 0x2E
                }
            guard parts.count == 2, isKey, !key.hasPrefix("grpc-") else {
                throw UsageError(
                    "--meta: '\(TextEscaping.escaped(String(word.prefix(64))))' is not KEY=VALUE; "
                        + "keys have letters, digits, '-', '_' and '.' and do not begin with grpc-")
            }
            guard parts[1].utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw UsageError("--meta: the value of '\(key)' may hold printable ASCII only")
            }
            pairs.append((key, String(parts[1])))
        }
        return pairs
    }

    /// The call; reads the file or standard input that the request stands in.
    func plannedCall() throws(Failure) -> PlannedCall {
        let (text, place) = try read()
        do throws(MessageJSONError) {
            var call = PlannedCall(method, try MessageJSON.decode(text, type: method.request))
            call.metadata = metadata
            return call
        } catch {
            throw Failure(.badData, status: "BAD_DATA", message: "\(place): \(error)")
        }
    }

    private func read() throws(Failure) -> (text: String, place: String) {
        do throws(TransportError) {
            switch data {
            case .text(let text): return (text, "--data")
            case .file(let path):
                guard let text = try TextFile.read(path, byteCountMaximum: Self.textMaximum) else {
                    throw TransportError("cannot read \(path): there is no such file")
                }
                return (text, path)
            case .input:
                let bytes = try StandardStreams.readInput(byteCountMaximum: Self.textMaximum)
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw TransportError("standard input is not valid UTF-8")
                }
                return (text, "standard input")
            }
        } catch {
            throw Failure(.badData, status: "BAD_DATA", message: error.message)
        }
    }

    private static let textMaximum = JSONTreeLimits.standard.byteCountMaximum

    /// How long a stream may last: as long as was asked for, or a minute, or a day for those that
    /// have no end of their own. A server has bounds too.
    static func streamTimeout(_ method: MethodSchema, _ settings: Settings) -> Int64 {
        if settings.isTimeoutChosen { return settings.timeoutMilliseconds }
        return method.name.hasPrefix("Watch") ? 86_400_000 : 60_000
    }
}
