import CatalogFormats
import CommandLineKit
import EpisodeProtocol
import MessageJSON

/// A call as it goes out: a method of the contract and the bytes of its request.
struct PlannedCall {
    let method: MethodSchema
    let payload: [UInt8]
    /// Keys in lower case.
    var metadata: [(key: String, value: String)] = []

    init(_ method: MethodSchema, _ payload: [UInt8]) {
        self.method = method
        self.payload = payload
    }

    /// - Parameter method: one of the contract, in full.
    /// - Throws: only if the program knows another contract than the one compiled in.
    init(_ method: String, _ payload: [UInt8]) throws(Failure) {
        guard let schema = MessageSchemas.compiled.method(named: method) else {
            throw Failure(
                .internalError, status: "INTERNAL", message: "there is no method \(method)")
        }
        self.init(schema, payload)
    }

    /// The request as JSON.
    func request() throws(Failure) -> JSONValue {
        do throws(MessageJSONError) {
            return try MessageJSON.value(payload, type: method.request)
        } catch {
            throw Failure(.internalError, status: "INTERNAL", message: "\(error)")
        }
    }
}
