/// Who may call a method. A row of the table without one does not compile.
public enum MethodRole: Sendable {
    case reader
    case editor
    case administrator
}

/// How many messages go each way.
public enum MethodKind: Sendable {
    case unary
    case serverStreaming
    case bidirectionalStreaming
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

    public init(
        service: String, name: String, kind: MethodKind = .unary, role: MethodRole,
        isIdempotent: Bool, isWrite: Bool = false
    ) {
        self.service = service
        self.name = name
        self.kind = kind
        self.role = role
        self.isIdempotent = isIdempotent
        self.isWrite = isWrite
    }

    /// Longest request payload in bytes.
    @inlinable
    public func requestByteCountMaximum(_ limits: TransportLimits) -> Int {
        isWrite ? limits.writeRequestByteCountMaximum : limits.readRequestByteCountMaximum
    }
}

/// Place of a method in its table.
public struct MethodID: Hashable, Sendable {
    public let index: Int
    @inlinable public init(index: Int) { self.index = index }
}

/// The methods a server answers, found by the names on the wire.
public struct MethodTable: Sendable {
    public let methods: [MethodDescriptor]
    private let keys: [(service: [UInt8], name: [UInt8])]
    @usableFromInline let kinds: [MethodKind]

    /// Put the busiest methods first: lookup compares names in this order.
    public init(_ methods: [MethodDescriptor]) {
        self.methods = methods
        keys = methods.map { (Array($0.service.utf8), Array($0.name.utf8)) }
        kinds = methods.map(\.kind)
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
        var serviceIsKnown = false
        for index in keys.indices where equal(keys[index].service, service) {
            serviceIsKnown = true
            if equal(keys[index].name, method) { return .found(MethodID(index: index)) }
        }
        return serviceIsKnown ? .unknownMethod : .unknownService
    }
}

private func equal(_ bytes: [UInt8], _ span: borrowing RawSpan) -> Bool {
    guard bytes.count == span.byteCount else { return false }
    for index in bytes.indices
    where unsafe span.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) != bytes[index] {
        return false
    }
    return true
}
