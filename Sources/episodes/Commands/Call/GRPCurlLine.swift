import CatalogFormats
import MessageJSON
import SocketTransport

/// The command of grpcurl that makes the same call over gRPC.
///
/// Source: https://github.com/fullstorydev/grpcurl
enum GRPCurlLine {
    static func text(_ call: PlannedCall, _ request: JSONValue, _ settings: Settings) -> String {
        var words = ["grpcurl", "-plaintext"]
        if !call.method.isServerStreaming || settings.isTimeoutChosen {
            words += ["-max-time", seconds(settings.timeoutMilliseconds)]
        }
        for (key, value) in call.metadata { words += ["-H", "\(key): \(value)"] }
        let type = MessageSchemas.compiled.messages[call.method.request]
        words += ["-d", (type.map { spelled(request, $0) } ?? request).text()]
        if case .unix(let path)? = try? SocketAddress.parse(settings.server) {
            words += ["-unix", path]
        } else {
            words.append(settings.server)
        }
        words.append(call.method.path)
        return words.map(quoted).joined(separator: " ")
    }

    /// The request as grpcurl takes it: it knows no short form of field masks.
    private static func spelled(_ value: JSONValue, _ type: MessageSchema) -> JSONValue {
        guard case .object(let members) = value else { return value }
        return .object(
            members.map { member in
                guard case .message(let name)? = type.field(named: member.name)?.kind else {
                    return member
                }
                if name == "google.protobuf.FieldMask", case .string(let text) = member.value {
                    let paths = MessageJSON.paths(ofFieldMask: text).map { JSONValue.string($0) }
                    return .init(member.name, .object([.init("paths", .array(paths))]))
                }
                guard let inner = MessageSchemas.compiled.messages[name] else { return member }
                return .init(member.name, spelled(member.value, inner))
            })
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let text = "\(Double(milliseconds) / 1_000)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// A word as a POSIX shell takes it unchanged.
    static func quoted(_ word: String) -> String {
        let plain = Set(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@%+=:,./-_".utf8)
        if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
        return "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
