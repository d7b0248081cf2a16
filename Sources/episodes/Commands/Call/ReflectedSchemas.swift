import CatalogFormats
import CommandLineKit
import MessageJSON
import RPCCore
import SocketTransport

/// What a server says of itself through the reflection service, over gRPC.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
struct ReflectedSchemas {
    private static let service = "grpc.reflection.v1.ServerReflection"
    private static let response = "grpc.reflection.v1.ServerReflectionResponse"

    let settings: Settings
    private var budget: ReflectionBudget

    init(_ settings: Settings) {
        self.settings = settings
        budget = ReflectionBudget(timeoutMilliseconds: settings.timeoutMilliseconds)
    }

    /// The types of every service that the server lists.
    mutating func load() async throws(Failure) -> MessageSchemas {
        var schemas = MessageSchemas()
        let list = try await ask(.init("listServices", .string("")))
        guard case .array(let services)? = list["listServicesResponse"]?["service"] else {
            throw Self.unreadable("it lists no services")
        }
        try budget.checkServices(services.count)
        var seen: Set<String> = []
        for case .string(let name)? in services.map({ $0["name"] }) {
            // Several services may stand in one file.
            if schemas.services.contains(where: { $0.fullName == name }) { continue }
            let answer = try await ask(.init("fileContainingSymbol", .string(name)))
            let files = answer["fileDescriptorResponse"]?["fileDescriptorProto"]
            guard case .array(let texts)? = files else {
                throw Self.unreadable("it has no file of \(name)")
            }
            for case .string(let text) in texts where seen.insert(text).inserted {
                try add(text, to: &schemas)
            }
        }
        return schemas
    }

    private mutating func add(
        _ base64: String, to schemas: inout MessageSchemas
    ) throws(Failure) {
        // Four characters for three bytes.
        try budget.take(base64.utf8.count / 4 * 3)
        do throws(MessageJSONError) {
            try schemas.add(fileDescriptor: try MessageJSON.bytes(base64: base64))
        } catch {
            throw Self.unreadable("\(error)")
        }
    }

    private func ask(_ question: JSONValue.Member) async throws(Failure) -> JSONValue {
        let rest = try budget.restMilliseconds()
        let payload: [UInt8]
        let address: SocketAddress
        do throws(MessageJSONError) {
            payload = try MessageJSON.decode(
                .object([question]), type: "grpc.reflection.v1.ServerReflectionRequest")
        } catch {
            throw Self.unreadable("\(error)")
        }
        do throws(TransportError) {
            address = try SocketAddress.parse(settings.server)
        } catch {
            throw Failure(.usage, status: "USAGE", message: error.message)
        }
        let messages: [[UInt8]]
        do throws(RPCError) {
            messages = try await GRPCExchange(
                address, timeoutMilliseconds: rest, messageCountMaximum: 1
            ).call(service: Self.service, method: "ServerReflectionInfo", payload: payload)
        } catch {
            throw Failure(error, serverWasHeard: error.code != .unavailable)
        }
        do throws(MessageJSONError) {
            return try MessageJSON.value(messages.first ?? [], type: Self.response)
        } catch {
            throw Self.unreadable("\(error)")
        }
    }

    static func unreadable(_ problem: String) -> Failure {
        Failure(
            .internalError, status: "INTERNAL",
            message: "the server's answer to reflection is not usable: \(problem)")
    }
}
