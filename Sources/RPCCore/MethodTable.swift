/// Who may call a method. A row of the table without one does not compile.
public enum MethodRole: Sendable {
    case reader
    case editor
    case administrator
}

/// How many messages go each way.
public enum MethodKind: Sendable {
    case unary
    /// One request and one reply, but the reply may have to wait for something slow, such as a disk:
    /// the call is opened like a stream, which gives one message, and holds up no other call.
    case unaryAnsweredLater
    case serverStreaming
    /// Every message of the client is given to the handler like a unary call and has one answer, in
    /// order; the first failure ends the call.
    case bidirectionalStreaming

    /// Whether there is one reply.
    @inlinable public var isUnary: Bool { self == .unary || self == .unaryAnsweredLater }
}

/// Everything the edge must know of a method. Checks look at the row that was found, never at text
/// from the wire.
public struct MethodDescriptor: Sendable {
    /// Full service name, such as `episodes.v1.EpisodeService`.
    public let service: String
    public let name: String
    public let kind: MethodKind
    public let role: MethodRole
    /// Calling twice gives what calling once gives, so a client may retry.
    public let isIdempotent: Bool
    /// Takes the write limit of `TransportLimits` instead of the read limit.
    public let isWrite: Bool
    /// A stream that tells what happens and has no end of its own: without a deadline in the call it
    /// lasts as long as `TransportLimits.watchMillisecondsMaximum`.
    public let isWatch: Bool

    public init(
        service: String, name: String, kind: MethodKind = .unary, role: MethodRole,
        isIdempotent: Bool, isWrite: Bool = false, isWatch: Bool = false
    ) {
        self.service = service
        self.name = name
        self.kind = kind
        self.role = role
        self.isIdempotent = isIdempotent
        self.isWrite = isWrite
        self.isWatch = isWatch
    }

    /// Longest request payload in bytes.
    @inlinable
    public func requestByteCountMaximum(_ limits: TransportLimits) -> Int {
        isWrite ? limits.writeRequestByteCountMaximum : limits.readRequestByteCountMaximum
    }
}

/// Place of a method in its table.
public struct MethodID: Hashable, Sendable, BitwiseCopyable {
    public let index: Int
    @inlinable public init(index: Int) { self.index = index }
}

/// The methods a server answers, found by the names on the wire.
public struct MethodTable: Sendable {
    public let methods: [MethodDescriptor]
    /// Services and names one after the other, so that a search reads one piece of memory.
    private let text: [UInt8]
    private let keys: [Key]
    @usableFromInline let kinds: [MethodKind]

    private struct Key: BitwiseCopyable {
        let start: Int
        let serviceByteCount: Int
        let nameByteCount: Int
    }

    /// Put the busiest methods first: lookup compares names in this order.
    public init(_ methods: [MethodDescriptor]) {
        self.methods = methods
        kinds = methods.map(\.kind)
        var text: [UInt8] = []
        keys = methods.map { method in
            let start = text.count
            text += Array(method.service.utf8) + Array(method.name.utf8)
            return Key(
                start: start, serviceByteCount: method.service.utf8.count,
                nameByteCount: method.name.utf8.count)
        }
        self.text = text
    }

    /// Asked of every call, so it touches nothing else of the row.
    @inlinable
    public func kind(_ id: MethodID) -> MethodKind { kinds[id.index] }

    @inlinable
    public subscript(id: MethodID) -> MethodDescriptor { methods[id.index] }

    public enum Lookup: Hashable, Sendable {
        case found(MethodID)
        case unknownMethod
        case unknownService
    }

    /// Finds a method by its exact names.
    /// - Complexity: O(methods), a length comparison for each that differs; no allocation.
    public func find(service: borrowing RawSpan, method: borrowing RawSpan) -> Lookup {
        let text = unsafe self.text.span.bytes
        var serviceIsKnown = false
        for index in keys.indices {
            let key = keys[index]
            guard equal(text, at: key.start, key.serviceByteCount, service) else { continue }
            serviceIsKnown = true
            if equal(text, at: key.start + key.serviceByteCount, key.nameByteCount, method) {
                return .found(MethodID(index: index))
            }
        }
        return serviceIsKnown ? .unknownMethod : .unknownService
    }
}

/// Whether `count` bytes at `start` of one span are all there is in another; eight at a time, the
/// last eight with some of those before.
private func equal(
    _ bytes: borrowing RawSpan, at start: Int, _ count: Int, _ other: borrowing RawSpan
) -> Bool {
    guard count == other.byteCount else { return false }
    guard count >= 8 else { return equalBytes(bytes, at: start, count, other) }
    var offset = 0
    while true {
        let left = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: start + offset, as: UInt64.self)
        let right = unsafe other.unsafeLoadUnaligned(
            fromUncheckedByteOffset: offset, as: UInt64.self)
        if left != right { return false }
        if offset == count - 8 { return true }
        offset = min(offset + 8, count - 8)
    }
}

private func equalBytes(
    _ bytes: borrowing RawSpan, at start: Int, _ count: Int, _ other: borrowing RawSpan
) -> Bool {
    for offset in 0..<count {
        let left = unsafe bytes.unsafeLoad(fromByteOffset: start + offset, as: UInt8.self)
        let right = unsafe other.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
        if left != right { return false }
    }
    return true
}
