import CatalogFormats
import CommandLineKit
import LoadGenerator
import MessageJSON

/// One line of a mix or of a server's record: a method, its request as JSON and how often it is sent.
struct MixLine {
    var method: MethodSchema
    var request: JSONValue
    var weight: Double

    /// Why a line is none.
    struct Fault: Error {
        var message: String
        /// Not even JSON, as what is left of a line when its writer was killed.
        var isDamage = false
    }

    /// Longest line, in bytes.
    static let byteCountMaximum = 4_194_304

    /// Reads `{"method": ..., "request": {...}, "weight": 3}`. Also what a server recorded:
    /// `offset_us` may stand there and says nothing here.
    static func parse(_ bytes: [UInt8]) throws(Fault) -> MixLine {
        let value: JSONValue
        do throws(JSONFault) { value = try JSONValue(parsing: bytes) } catch {
            throw Fault(message: "not valid JSON: \(error)", isDamage: true)
        }
        guard case .object(let members) = value else {
            throw Fault(message: "is \(value.kindName); a line is an object")
        }
        let known = ["method", "request", "weight", "offset_us"]
        if let stranger = members.first(where: { !known.contains($0.name) }) {
            throw Fault(
                message: "\"\(stranger.name.prefix(40))\" is unknown"
                    + NearestName.hint(stranger.name, in: known))
        }
        guard case .string(let name)? = value["method"] else {
            throw Fault(message: "method: the name of a method is missing")
        }
        return MixLine(
            method: try method(name), request: value["request"] ?? .object([]),
            weight: try weight(value["weight"]))
    }

    private static func method(_ name: String) throws(Fault) -> MethodSchema {
        let schemas = MessageSchemas.compiled
        guard let method = schemas.method(named: name) else {
            let all = schemas.services.flatMap(\.methods).map(\.name)
            throw Fault(
                message: "method: there is no method \"\(name.prefix(60))\""
                    + NearestName.hint(name, in: all))
        }
        guard !method.isClientStreaming else {
            throw Fault(message: "method: \(method.name) takes a stream of requests")
        }
        return method
    }

    private static func weight(_ value: JSONValue?) throws(Fault) -> Double {
        guard let value else { return 1 }
        guard case .number(let number) = value, number.real > 0, number.real.isFinite else {
            throw Fault(message: "weight: must be a number above 0")
        }
        return number.real
    }

    /// - Throws: what is wrong with the request.
    func entry() throws(Fault) -> MixEntry {
        do throws(MessageJSONError) {
            return MixEntry(
                service: method.service, method: method.name,
                payload: try MessageJSON.decode(request, type: method.request), weight: weight,
                isStream: method.isServerStreaming)
        } catch {
            throw Fault(message: "request.\(error)")
        }
    }

    /// A line of a mix, with its end.
    static func text(method: MethodSchema, request: String, weight: Double) -> String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.key("method")
            writer.string(method.path)
            writer.key("weight")
            writer.number(weight)
        }
        // The request is JSON already.
        return writer.text.dropLast() + ",\"request\":\(request)}\n"
    }
}
