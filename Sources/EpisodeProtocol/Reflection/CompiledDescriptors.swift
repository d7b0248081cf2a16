internal import CEpisodesProto

/// What is compiled in of the contract's own description.
public enum CompiledDescriptors {
    /// A google.protobuf.FileDescriptorSet: the services of the contract and everything that their
    /// messages use.
    public static func fileDescriptorSet() -> [UInt8] {
        var byteCount = 0
        guard let start = unsafe episodes_descriptors(&byteCount) else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: start, count: byteCount))
    }
}
