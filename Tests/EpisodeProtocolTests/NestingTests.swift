// Purpose: how deep and how many fields a message has is checked before protobuf-c unpacks it, which
// would recurse and allocate as far as the sender likes.
// Method: messages at each limit and one beyond; a type that holds itself, as none of ours does.
import CEpisodesProto
import EpisodeModel
import Testing

@testable import EpisodeProtocol

@Suite struct `Depth and number of fields` {
    /// Describes `message Self { Self self = 1; }`; lives as long as the process.
    nonisolated(unsafe) private static let selfHolding = {
        () -> UnsafePointer<ProtobufCMessageDescriptor> in
        let descriptor = UnsafeMutablePointer<ProtobufCMessageDescriptor>.allocate(capacity: 1)
        let field = UnsafeMutablePointer<ProtobufCFieldDescriptor>.allocate(capacity: 1)
        field.initialize(to: ProtobufCFieldDescriptor())
        field.pointee.id = 1
        field.pointee.label = PROTOBUF_C_LABEL_NONE
        field.pointee.type = PROTOBUF_C_TYPE_MESSAGE
        field.pointee.descriptor = UnsafeRawPointer(descriptor)
        let ranges = UnsafeMutablePointer<ProtobufCIntRange>.allocate(capacity: 2)
        ranges.initialize(to: ProtobufCIntRange(start_value: 1, orig_index: 0))
        (ranges + 1).initialize(to: ProtobufCIntRange(start_value: 0, orig_index: 1))
        descriptor.initialize(to: ProtobufCMessageDescriptor())
        descriptor.pointee.magic = 0x28AA_EEF9
        descriptor.pointee.n_fields = 1
        descriptor.pointee.fields = UnsafePointer(field)
        descriptor.pointee.n_field_ranges = 1
        descriptor.pointee.field_ranges = UnsafePointer(ranges)
        return UnsafePointer(descriptor)
    }()

    /// So many messages inside each other, the outermost counted.
    private static func nested(_ depth: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 1..<depth {
            var length: [UInt8] = []
            var rest = bytes.count
            while rest >= 0x80 {
                length.append(UInt8(rest & 0x7F | 0x80))
                rest >>= 7
            }
            bytes = [0x0A] + length + [UInt8(rest)] + bytes
        }
        return bytes
    }

    private static func check(_ bytes: [UInt8]) -> EpisodeError? {
        let descriptor = selfHolding
        return bytes.withUnsafeBytes { buffer in
            do throws(EpisodeError) {
                var fieldsLeft = 65_536
                try MessageCheck.check(buffer, as: descriptor, fieldsLeft: &fieldsLeft)
                return nil
            } catch {
                return error
            }
        }
    }

    @Test func `32 messages inside each other are read, 33 are not`() {
        #expect(Self.check(Self.nested(32)) == nil)
        let error = Self.check(Self.nested(33))
        #expect(error?.code == .invalidArgument)
        #expect(error?.problem.contains("nest deeper than 32") == true)
        // As deep as a request can be.
        #expect(Self.check(Self.nested(16_000)) != nil)
    }

    @Test func `what an unknown field holds is passed over, however deep`() {
        // 32,000 levels; nothing looks inside field 2, as the type does not know it.
        var bytes = Self.nested(16_000)
        bytes[0] = 0x12
        #expect(Self.check(bytes) == nil)
    }

    private struct Method: Sendable {
        let name: String
        let decode: @Sendable ([UInt8]) throws(EpisodeError) -> Void
    }

    private static let methods = [
        Method(name: "list") { (bytes) throws(EpisodeError) in
            var query = EpisodeQuery()
            _ = try RequestDecoder().decodeList(bytes.span.bytes, into: &query)
        },
        Method(name: "get") { (bytes) throws(EpisodeError) in
            _ = try RequestDecoder().decodeGetEpisode(bytes.span.bytes)
        },
        Method(name: "batch") { (bytes) throws(EpisodeError) in
            var ids: [UInt64] = []
            _ = try RequestDecoder().decodeBatchGetEpisodes(bytes.span.bytes, into: &ids)
        },
        Method(name: "catalog") { (bytes) throws(EpisodeError) in
            try RequestDecoder().decodeGetCatalog(bytes.span.bytes)
        },
        Method(name: "health") { (bytes) throws(EpisodeError) in
            _ = try RequestDecoder().decodeHealthCheck(bytes.span.bytes)
        },
    ]

    private static func error(of method: Method, _ bytes: [UInt8]) -> EpisodeError? {
        do throws(EpisodeError) {
            try method.decode(bytes)
            return nil
        } catch { return error }
    }

    @Test func `65,536 fields are read, 65,537 are not`() {
        // Unknown to every method: number 60, of one byte.
        let field: [UInt8] = [0xE0, 0x03, 1]
        let most = (0..<65_536).flatMap { _ in field }
        for method in Self.methods {
            #expect(Self.error(of: method, most) == nil, "\(method.name)")
            let error = Self.error(of: method, most + field)
            #expect(error?.code == .resourceExhausted, "\(method.name)")
        }
    }

    @Test func `fields of messages inside count too`() {
        // A read mask (field 2 of a GetEpisodeRequest) that the fields are in.
        let inner = (0..<65_536).flatMap { _ in [0x78, 1] as [UInt8] }
        let head: [UInt8] = [0x12, 0x80, 0x80, 0x08]
        #expect(Self.error(of: Self.methods[1], head + inner)?.code == .resourceExhausted)
    }

    @Test(arguments: [1, 33, 1_000]) func `groups are refused, however deep`(depth: Int) {
        let group =
            (0..<depth).flatMap { _ in [0xE3, 0x03] as [UInt8] }
            + (0..<depth).flatMap { _ in [0xE4, 0x03] as [UInt8] }
        for method in Self.methods {
            let error = Self.error(of: method, group)
            #expect(error?.code == .invalidArgument, "\(method.name)")
            #expect(error?.problem.contains("wire type 3") == true, "\(method.name)")
        }
    }
}
