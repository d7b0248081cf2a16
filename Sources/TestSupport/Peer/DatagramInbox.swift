internal import Glibc

/// A unix datagram socket that takes messages: the service manager of the tests.
public final class DatagramInbox {
    public struct Failure: Error {}

    private let descriptor: Int32
    private let path: String
    /// What NOTIFY_SOCKET would hold.
    public var name: String { path }

    /// - Parameter path: a file name, or an abstract name that begins with `@`.
    public init(path: String) throws {
        self.path = path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let isAbstract = path.hasPrefix("@")
        let bytes = Array(path.utf8)
        let length = MemoryLayout<sa_family_t>.size + bytes.count + (isAbstract ? 0 : 1)
        let result = withUnsafeMutableBytes(of: &address) { raw in
            for (index, byte) in bytes.enumerated() { raw[2 + index] = byte }
            if isAbstract { raw[2] = 0 }
            return bind(
                descriptor, raw.baseAddress!.assumingMemoryBound(to: sockaddr.self),
                socklen_t(length))
        }
        guard result == 0 else {
            close(descriptor)
            throw Failure()
        }
    }

    deinit {
        close(descriptor)
        if !path.hasPrefix("@") { unlink(path) }
    }

    /// The next message; nil when none came for that time.
    public func next(timeoutMilliseconds: Int = 20_000) -> String? {
        var limit = timeval(
            tv_sec: timeoutMilliseconds / 1_000, tv_usec: timeoutMilliseconds % 1_000 * 1_000 + 1)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, UInt32(MemoryLayout<timeval>.size))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Messages until one fulfils `condition`, that one with them; nil when none did.
    public func messages(until condition: (String) -> Bool) -> [String]? {
        var messages: [String] = []
        for _ in 0..<10_000 {
            guard let message = next() else { return nil }
            messages.append(message)
            if condition(message) { return messages }
        }
        return nil
    }
}
