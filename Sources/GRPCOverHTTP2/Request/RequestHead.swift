internal import RPCCore

/// What the header fields of one request say, in whatever order they come. Metadata of the caller's
/// own is counted and otherwise ignored: no method takes any.
///
/// One is made and forgotten for every call, so it refers to nothing.
struct RequestHead: BitwiseCopyable {
    /// The method that a path names.
    enum Target: BitwiseCopyable {
        /// No path has come.
        case missing
        case unknown
        case method(MethodID)
    }

    enum Coding {
        case identity
        case gzip
        case other
    }

    /// HTTP's status when the request is no gRPC call at all.
    private(set) var isPost = false
    private(set) var isGRPC = false
    private(set) var target = Target.missing
    private(set) var timeoutNanoseconds: Int64?
    private(set) var hasBadTimeout = false
    private(set) var coding = Coding.identity
    private(set) var acceptsGzip = false
    private(set) var byteCount = 0

    /// Bytes of a name that an error message repeats.
    private static let shownByteCountMaximum = 100

    /// - Returns: why the call will fail, when the path names no method.
    mutating func take(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, methods: MethodTable
    ) -> RPCError? {
        count(name.count + value.count)
        switch name.count {
        case 5 where unsafe name.equals(":path"):
            switch unsafe Self.find(value, in: methods) {
            case .success(let id): target = .method(id)
            case .failure(let error):
                target = .unknown
                return error
            }
        case 7 where unsafe name.equals(":method"): unsafe isPost = value.equals("POST")
        case 12 where unsafe name.equals("content-type"): unsafe isGRPC = Self.isGRPC(value)
        case 12 where unsafe name.equals("grpc-timeout"):
            unsafe timeoutNanoseconds = GRPCTimeout.nanoseconds(value)
            hasBadTimeout = timeoutNanoseconds == nil
        case 13 where unsafe name.equals("grpc-encoding"):
            coding =
                unsafe value.equals("identity")
                ? .identity : value.equals("gzip") ? .gzip : .other
        case 20 where unsafe name.equals("grpc-accept-encoding"):
            unsafe acceptsGzip = value.lists("gzip")
        default: break
        }
        return nil
    }

    /// Counts a field that says nothing to us.
    mutating func count(_ fieldByteCount: Int) { byteCount += fieldByteCount + 32 }

    /// `application/grpc`, alone or with a suffix or parameters.
    private static func isGRPC(_ value: UnsafeRawBufferPointer) -> Bool {
        let type: StaticString = "application/grpc"
        guard unsafe value.starts(with: type) else { return false }
        guard value.count > type.utf8CodeUnitCount else { return true }
        let next = unsafe value[type.utf8CodeUnitCount]
        return next == UInt8(ascii: "+") || next == UInt8(ascii: ";") || next == UInt8(ascii: " ")
    }

    /// The path is `/service/method`, letter by letter.
    private static func find(
        _ path: UnsafeRawBufferPointer, in methods: MethodTable
    ) -> Result<MethodID, RPCError> {
        let slash = UInt8(ascii: "/")
        guard let last = unsafe path.lastIndex(of: slash), last > 0, unsafe path[0] == slash else {
            return .failure(
                RPCError(
                    .unimplemented,
                    "unknown method \(unsafe shown(path)); a path is /service/method"))
        }
        let service = unsafe UnsafeRawBufferPointer(rebasing: path[1..<last])
        let name = unsafe UnsafeRawBufferPointer(rebasing: path[(last + 1)...])
        switch unsafe methods.find(service: service.bytes, method: name.bytes) {
        case .found(let id): return .success(id)
        case .unknownMethod:
            return .failure(RPCError(.unimplemented, "unknown method \(unsafe shown(name))"))
        case .unknownService:
            return .failure(RPCError(.unimplemented, "unknown service \(unsafe shown(service))"))
        }
    }

    private static func shown(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes, as: UTF8.self).shown(
            byteCountMaximum: shownByteCountMaximum)
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes are the letters of an ASCII text.
    func equals(_ text: StaticString) -> Bool {
        unsafe count == text.utf8CodeUnitCount && starts(with: text)
    }

    func starts(with text: StaticString) -> Bool {
        guard count >= text.utf8CodeUnitCount else { return false }
        for index in 0..<text.utf8CodeUnitCount
        where unsafe self[index] != text.utf8Start[index] {
            return false
        }
        return true
    }

    /// Whether a list with commas has this element.
    func lists(_ element: StaticString) -> Bool {
        unsafe split(separator: UInt8(ascii: ",")).contains { part in
            var part = unsafe UnsafeRawBufferPointer(rebasing: part)
            while let first = unsafe part.first, first == UInt8(ascii: " ") {
                unsafe part = UnsafeRawBufferPointer(rebasing: part.dropFirst())
            }
            while let last = unsafe part.last, last == UInt8(ascii: " ") {
                unsafe part = UnsafeRawBufferPointer(rebasing: part.dropLast())
            }
            return unsafe part.equals(element)
        }
    }
}
