import CatalogFormats
import CommandLineKit
import EpisodeStore
import RPCCore
import SocketTransport

/// Why a command ends without success: its exit code and what to say about it.
struct Failure: Error {
    var exitCode: ExitCode
    /// Name of the gRPC status, or of the kind of fault on this side.
    var status: String
    /// One line.
    var message: String
    /// What to try; empty when the message says it.
    var hint = ""
    var violations: [RPCError.FieldViolation] = []

    init(_ exitCode: ExitCode, status: String, message: String, hint: String = "") {
        self.exitCode = exitCode
        self.status = status
        self.message = message
        self.hint = hint
    }

    init(_ error: UsageError) {
        self.init(.usage, status: "USAGE", message: error.message)
    }

    init(_ error: TransportError) {
        self.init(.internalError, status: "OUTPUT", message: error.message)
    }

    init(_ error: StoreError) {
        let isBadData = error.code == .invalidRow || error.code == .tooLarge
        self.init(
            error.code == .notFound ? .notFound : isBadData ? .badData : .internalError,
            status: "STORE", message: error.description)
    }

    init(_ error: CatalogFault) {
        self.init(.badData, status: "BAD_DATA", message: error.description)
    }

    /// - Parameter serverWasHeard: whether anything on the other end speaks the protocol.
    init(_ error: RPCError, serverWasHeard: Bool) {
        let exitCode: ExitCode
        var hint = ""
        switch error.code {
        case .unavailable where !serverWasHeard:
            exitCode = .cannotConnect
            hint = "is episodesd running there? --server or EPISODES_SERVER says where to connect"
        case .notFound:
            exitCode = .notFound
        case .deadlineExceeded:
            exitCode = .status(error.code.rawValue)
            hint = "--timeout or EPISODES_TIMEOUT allows a longer wait"
        default:
            exitCode = .status(error.code.rawValue)
        }
        self.init(exitCode, status: error.code.name, message: error.message, hint: hint)
        violations = error.violations
    }

    /// What goes to standard error: one line, or one JSON object.
    func text(isJSON: Bool) -> String {
        guard isJSON else {
            let tail = hint.isEmpty ? "" : " (\(hint))"
            return "episodes: \(TextEscaping.escaped(message))\(tail)\n"
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("error")
            writer.object { writer in
                writer.key("code")
                writer.integer(exitCode.rawValue)
                writer.key("status")
                writer.string(status)
                writer.key("message")
                writer.string(message)
                writer.key("hint")
                writer.string(hint)
                if !violations.isEmpty {
                    writer.key("violations")
                    writer.array { writer in
                        for violation in violations {
                            writer.object { writer in
                                writer.key("field")
                                writer.string(violation.field)
                                writer.key("description")
                                writer.string(violation.description)
                            }
                        }
                    }
                }
            }
        }
        return writer.text + "\n"
    }
}

extension Failure {
    /// Nobody reads the output any more, as in `episodes list | head -1`: not a fault, and nothing
    /// to say.
    static let outputHasNoReader = Failure(.ok, status: "OK", message: "")
}
