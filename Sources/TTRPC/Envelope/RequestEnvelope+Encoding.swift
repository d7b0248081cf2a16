internal import RPCCore

extension RequestEnvelope {
    /// The bytes of a `ttrpc.Request`; what a client sends as the data of a request frame.
    ///
    /// - Parameter timeoutNanoseconds: relative; 0 leaves it out, which asks for no deadline.
    /// - Complexity: O(bytes).
    public static func encode(
        service: String, method: String, payload: [UInt8], timeoutNanoseconds: Int64,
        metadata: [(String, String)] = []
    ) -> [UInt8] {
        var writer = FieldWriter()
        writer.reserve(service.utf8.count + method.utf8.count + payload.count + 64)
        writer.text(1, service)
        writer.text(2, method)
        writer.blob(3, payload)
        writer.varint(4, UInt64(bitPattern: timeoutNanoseconds))
        for (key, value) in metadata {
            var pair = FieldWriter()
            pair.text(1, key)
            pair.text(2, value)
            writer.message(5, pair.bytes)
        }
        return writer.bytes
    }
}
