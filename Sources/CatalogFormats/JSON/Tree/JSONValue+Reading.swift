internal import CYajl

extension JSONValue {
    /// Reads one JSON text.
    ///
    /// Names may not repeat in an object, and half a surrogate pair is refused: both would be
    /// changed in silence otherwise.
    /// - Complexity: O(bytes).
    /// - Throws: with the place of the first fault, also when a limit is passed.
    public init(
        parsing bytes: [UInt8], limits: JSONTreeLimits = .standard
    ) throws(JSONFault) {
        let text = bytes.span
        guard text.count <= limits.byteCountMaximum else {
            throw JSONFault(
                "the text has \(text.count) bytes; at most \(limits.byteCountMaximum) are read",
                in: text, at: 0)
        }
        var surrogates = SurrogateCheck()
        if let place = surrogates.firstLoneHalf(in: text, from: 0, to: text.count) {
            throw JSONFault(
                "half of a surrogate pair stands alone; write the character itself or both halves",
                in: text, at: place)
        }
        let builder = JSONTreeBuilder(limits)
        guard let parser = JSONTreeParser(builder) else {
            throw JSONFault("there is no memory for a parser", in: text, at: 0)
        }
        let fault = unsafe bytes.withUnsafeBytes { unsafe parser.parse($0) }
        if let fault {
            throw JSONFault(
                builder.problem ?? fault, in: text, at: parser.consumedByteCount)
        }
        guard let value = builder.result else {
            throw JSONFault("there is no value", in: text, at: text.count)
        }
        self = value
    }
}

/// yajl joined to a builder of trees.
@safe private final class JSONTreeParser {
    private let handle: yajl_handle
    private let callbacks: UnsafeMutablePointer<yajl_callbacks>
    private let builder: JSONTreeBuilder

    /// Nil when memory is short.
    init?(_ builder: JSONTreeBuilder) {
        self.builder = builder
        unsafe callbacks = .allocate(capacity: 1)
        unsafe callbacks.initialize(to: Self.table())
        let context = unsafe Unmanaged.passUnretained(builder).toOpaque()
        guard let handle = unsafe yajl_alloc(callbacks, nil, context) else {
            unsafe callbacks.deallocate()
            return nil
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe yajl_free(handle)
        unsafe callbacks.deallocate()
    }

    private(set) var consumedByteCount = 0

    /// Parses a whole text; what is wrong with it, or nil.
    func parse(_ bytes: UnsafeRawBufferPointer) -> String? {
        let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        var status = unsafe yajl_parse(handle, start, bytes.count)
        consumedByteCount = unsafe yajl_get_bytes_consumed(handle)
        if status == yajl_status_ok { status = unsafe yajl_complete_parse(handle) }
        if status == yajl_status_ok { return nil }
        guard status == yajl_status_error,
            let text = unsafe yajl_get_error(handle, 0, nil, 0)
        else { return "the text is not JSON" }
        defer { unsafe yajl_free_error(handle, text) }
        let words = unsafe String(cString: text).split(separator: "\n").joined(separator: " ")
        return words.hasSuffix(" ") ? String(words.dropLast()) : words
    }

    private static func table() -> yajl_callbacks {
        unsafe yajl_callbacks(
            yajl_null: { unsafe treeBuilder($0).add(.null) ? 1 : 0 },
            yajl_boolean: { unsafe treeBuilder($0).add(.bool($1 != 0)) ? 1 : 0 },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, start, count in
                let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
                let number = unsafe JSONNumber(unchecked: String(decoding: bytes, as: UTF8.self))
                return unsafe treeBuilder(context).add(.number(number)) ? 1 : 0
            },
            yajl_string: { context, start, count in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
                let text = unsafe String(decoding: bytes, as: UTF8.self)
                return unsafe treeBuilder(context).add(.string(text)) ? 1 : 0
            },
            yajl_start_map: { unsafe treeBuilder($0).begin(isObject: true) ? 1 : 0 },
            yajl_map_key: { context, start, count in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
                return unsafe treeBuilder(context).key(String(decoding: bytes, as: UTF8.self))
                    ? 1 : 0
            },
            yajl_end_map: { unsafe treeBuilder($0).end() ? 1 : 0 },
            yajl_start_array: { unsafe treeBuilder($0).begin(isObject: false) ? 1 : 0 },
            yajl_end_array: { unsafe treeBuilder($0).end() ? 1 : 0 })
    }
}

private func treeBuilder(_ context: UnsafeMutableRawPointer?) -> JSONTreeBuilder {
    // yajl hands back what `init` gave it; the parser holds the builder.
    guard let context = unsafe context else { preconditionFailure("yajl lost its context") }
    return unsafe Unmanaged<JSONTreeBuilder>.fromOpaque(context).takeUnretainedValue()
}
