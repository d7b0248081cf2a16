/// Protobuf bytes built by hand, so that tests of clients do not trust the code they test.
public struct WireMessage: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public func text(_ field: Int, _ value: String) -> WireMessage {
        adding(field << 3 | 2, PeerConnection.varint(value.utf8.count) + Array(value.utf8))
    }

    public func number(_ field: Int, _ value: Int) -> WireMessage {
        adding(field << 3, PeerConnection.varint(value))
    }

    public func message(_ field: Int, _ value: WireMessage) -> WireMessage {
        adding(field << 3 | 2, PeerConnection.varint(value.bytes.count) + value.bytes)
    }

    /// A double.
    public func real(_ field: Int, _ value: Double) -> WireMessage {
        adding(
            field << 3 | 1, (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) })
    }

    private func adding(_ tag: Int, _ value: [UInt8]) -> WireMessage {
        var copy = self
        copy.bytes += PeerConnection.varint(tag) + value
        return copy
    }

    /// The data of a response frame that carries this message.
    public var asReply: [UInt8] { WireMessage().message(2, self).bytes }

    /// The data of a response frame that carries a status.
    public static func status(
        _ code: Int, _ message: String, violations: [(field: String, description: String)] = []
    ) -> [UInt8] {
        var status = WireMessage().number(1, code).text(2, message)
        if !violations.isEmpty {
            var details = WireMessage()
            for violation in violations {
                details = details.message(
                    1, WireMessage().text(1, violation.field).text(2, violation.description))
            }
            status = status.message(
                3,
                WireMessage().text(1, "type.googleapis.com/google.rpc.BadRequest")
                    .message(2, details))
        }
        return WireMessage().message(1, status).bytes
    }
}

extension PeerConnection.Frame {
    /// Service, method and payload of a request whose fields stand in that order, as ours do.
    public var request: (service: String, method: String, payload: [UInt8]) {
        var rest = data[...]
        func field(_ tag: UInt8) -> [UInt8] {
            guard rest.first == tag else { return [] }
            rest.removeFirst()
            var length = 0
            var shift = 0
            while let byte = rest.popFirst() {
                length |= Int(byte & 0x7F) << shift
                shift += 7
                if byte < 0x80 { break }
            }
            defer { rest = rest.dropFirst(length) }
            return Array(rest.prefix(length))
        }
        let service = String(decoding: field(0x0A), as: UTF8.self)
        let method = String(decoding: field(0x12), as: UTF8.self)
        return (service, method, field(0x1A))
    }
}

extension ScriptedPeer {
    /// Answers every request of its connection with the frame data that `answer` makes, until the
    /// client closes.
    public convenience init(
        answering answer:
            @escaping @Sendable (_ method: String, _ payload: [UInt8], _ number: Int) -> [UInt8]
    ) throws {
        try self.init { connection in
            var number = 0
            while let frame = connection.readFrame() {
                let request = frame.request
                connection.reply(
                    frame.stream,
                    data: answer("\(request.service)/\(request.method)", request.payload, number))
                number += 1
            }
        }
    }
}
