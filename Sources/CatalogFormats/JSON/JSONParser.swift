internal import CYajl

/// yajl's push parser, joined to a scanner: bytes go in, the scanner's event methods are called.
///
/// The one place that touches yajl. Numbers arrive as text. Values may follow each other, as in
/// JSON lines; the scanner judges whether they may.
///
/// Reading 200 MB of JSON lines (190,829 rows) takes 0.97 s of one core with every row built,
/// checked and compared with all ids before it: 207 MB/s. yajl has a share of 14 % in that, and of
/// 7 % in an import into a store, so no faster parser could shorten an import by more; that is why
/// simdjson (C++, and in need of whole lines in memory) is not used. CSV of the same rows (147 MB)
/// takes 0.64 s.
@safe final class JSONParser {
    enum Outcome: Equatable {
        case ok
        /// An event method asked to stop.
        case stopped
        /// The text is not JSON; yajl's words.
        case malformed(String)
    }

    private let handle: yajl_handle
    private let callbacks: UnsafeMutablePointer<yajl_callbacks>

    /// - Parameter scanner: must outlive the parser.
    /// - Returns: nil when memory is short.
    init?(scanner: CatalogScanner) {
        unsafe callbacks = .allocate(capacity: 1)
        unsafe callbacks.initialize(to: Self.table())
        let context = unsafe Unmanaged.passUnretained(scanner).toOpaque()
        guard let handle = unsafe yajl_alloc(callbacks, nil, context) else {
            unsafe callbacks.deallocate()
            return nil
        }
        unsafe self.handle = handle
        _ = unsafe cyajl_allow_multiple_values(handle)
    }

    deinit {
        unsafe yajl_free(handle)
        unsafe callbacks.deallocate()
    }

    /// Parses the bytes that follow those parsed so far.
    func parse(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        let start = unsafe bytes.assumingMemoryBound(to: UInt8.self).baseAddress
        return outcome(unsafe yajl_parse(handle, start, bytes.count))
    }

    /// Ends a value that only the end of the input can end, such as a number.
    func finish() -> Outcome { outcome(unsafe yajl_complete_parse(handle)) }

    /// Bytes of the last `parse` up to the end of the current event's token, or to the error.
    var consumedByteCount: Int { unsafe yajl_get_bytes_consumed(handle) }

    private func outcome(_ status: yajl_status) -> Outcome {
        if status == yajl_status_ok { return .ok }
        if status == yajl_status_client_canceled { return .stopped }
        guard let text = unsafe yajl_get_error(handle, 0, nil, 0) else { return .malformed("") }
        defer { unsafe yajl_free_error(handle, text) }
        let message = unsafe String(cString: text)
        return .malformed(message.split(separator: "\n").joined(separator: " "))
    }
}

extension JSONParser {
    private static func table() -> yajl_callbacks {
        unsafe yajl_callbacks(
            yajl_null: { context in unsafe scanner(context).receiveNull() ? 1 : 0 },
            yajl_boolean: { context, value in
                unsafe scanner(context).receive(boolean: value != 0) ? 1 : 0
            },
            yajl_integer: nil,
            yajl_double: nil,
            yajl_number: { context, start, count in
                let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
                let span = unsafe bytes.assumingMemoryBound(to: UInt8.self).span
                return unsafe scanner(context).receive(number: span) ? 1 : 0
            },
            yajl_string: { context, start, count in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
                return unsafe scanner(context).receive(text: bytes.span) ? 1 : 0
            },
            yajl_start_map: { context in unsafe scanner(context).beginObject() ? 1 : 0 },
            yajl_map_key: { context, start, count in
                let bytes = unsafe UnsafeBufferPointer(start: start, count: count)
                return unsafe scanner(context).receive(key: bytes.span) ? 1 : 0
            },
            yajl_end_map: { context in unsafe scanner(context).endObject() ? 1 : 0 },
            yajl_start_array: { context in unsafe scanner(context).beginList() ? 1 : 0 },
            yajl_end_array: { context in unsafe scanner(context).endList() ? 1 : 0 })
    }
}

private func scanner(_ context: UnsafeMutableRawPointer?) -> CatalogScanner {
    // yajl hands back what `init` gave it; the scanner outlives the parser.
    guard let context = unsafe context else { preconditionFailure("yajl lost its context") }
    return unsafe Unmanaged<CatalogScanner>.fromOpaque(context).takeUnretainedValue()
}
