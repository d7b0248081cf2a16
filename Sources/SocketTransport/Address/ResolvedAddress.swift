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
        return unsafe text(cplatform_address_host)
    }

    /// The path of a unix socket, with @ before an abstract name; nil for other families.
    var path: String? {
        guard family == AF_UNIX else { return nil }
        return unsafe text(cplatform_address_path)
    }

    private func text(
        _ show: (UnsafePointer<cplatform_address>?, UnsafeMutablePointer<CChar>?, Int32) -> Int32
    ) -> String? {
        let capacity = 256
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let result = unsafe withUnsafePointer(to: raw) {
                unsafe show($0, base, Int32(capacity))
            }
            return result < 0 ? nil : unsafe String(cString: base)
        }
    }
}
