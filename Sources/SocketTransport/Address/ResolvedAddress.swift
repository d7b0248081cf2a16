internal import CPlatform
internal import Glibc

/// An address as the system takes it.
struct ResolvedAddress {
    var raw = cplatform_address()

    var family: Int32 { unsafe withUnsafePointer(to: raw) { unsafe cplatform_address_family($0) } }
    var isIPv6: Bool { family == AF_INET6 }

    var port: UInt16 {
        get {
            let number = unsafe withUnsafePointer(to: raw) { unsafe cplatform_address_port($0) }
            return UInt16(truncatingIfNeeded: number)
        }
        set {
            unsafe withUnsafeMutablePointer(to: &raw) {
                unsafe cplatform_address_set_port($0, newValue)
            }
        }
    }

    /// The numeric host; nil for a unix socket.
    var host: String? {
        guard family == AF_INET || family == AF_INET6 else { return nil }
        let capacity = 256
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let result = unsafe withUnsafePointer(to: raw) {
                unsafe cplatform_address_host($0, base, Int32(capacity))
            }
            return result < 0 ? nil : unsafe String(cString: base)
        }
    }
}
