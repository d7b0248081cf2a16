internal import Glibc

/// The address of a socket as connect(2) takes it.
struct LoopbackName {
    let family: Int32
    private let storage: sockaddr_storage
    private let byteCount: Int

    /// - Parameter text: `127.0.0.1:PORT`, `[::1]:PORT` or `unix:PATH`; nil for anything else.
    init?(_ text: String) {
        var storage = sockaddr_storage()
        if text.hasPrefix("unix:") {
            var name = sockaddr_un()
            name.sun_family = sa_family_t(AF_UNIX)
            let path = Array(text.dropFirst(5).utf8)
            guard path.count < MemoryLayout.size(ofValue: name.sun_path) else { return nil }
            withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
            (family, byteCount) = (AF_UNIX, MemoryLayout<sockaddr_un>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: name, as: sockaddr_un.self) }
            self.storage = storage
            return
        }
        guard let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        let host = text[..<colon].filter { $0 != "[" && $0 != "]" }
        if host.contains(":") {
            var name = sockaddr_in6()
            name.sin6_family = sa_family_t(AF_INET6)
            name.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &name.sin6_addr) == 1 else { return nil }
            (family, byteCount) = (AF_INET6, MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: name, as: sockaddr_in6.self) }
        } else {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_port = port.bigEndian
            guard inet_pton(AF_INET, host, &name.sin_addr) == 1 else { return nil }
            (family, byteCount) = (AF_INET, MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: name, as: sockaddr_in.self) }
        }
        self.storage = storage
    }

    func connect(_ descriptor: Int32) -> Int32 {
        withUnsafeBytes(of: storage) { bytes in
            Glibc.connect(
                descriptor, bytes.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                UInt32(byteCount))
        }
    }
}
