/// The five bytes before every message: whether it is compressed, and its length.
/// Source: grpc/grpc doc/PROTOCOL-HTTP2.md, "Length-Prefixed-Message".
struct MessagePrefix: Hashable {
    static let byteCount = 5

    var isCompressed: Bool
    /// At most 4 GiB; nothing is reserved for it before it was checked.
    var messageByteCount: Int

    init(isCompressed: Bool, messageByteCount: Int) {
        self.isCompressed = isCompressed
        self.messageByteCount = messageByteCount
    }

    /// Nil while fewer than five bytes are there.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.byteCount else { return nil }
        isCompressed = unsafe bytes[0] != 0
        messageByteCount = Int(
            UInt32(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    }

    /// - Precondition: five bytes of memory are there.
    func write(to place: UnsafeMutableRawPointer) {
        unsafe place.storeBytes(of: isCompressed ? 1 : 0, as: UInt8.self)
        unsafe place.storeBytes(
            of: UInt32(messageByteCount).bigEndian, toByteOffset: 1, as: UInt32.self)
    }
}
