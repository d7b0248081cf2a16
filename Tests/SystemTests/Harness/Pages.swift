import TestSupport

/// Asks for pages as a probe does, with bytes made by hand.
enum Pages {
    struct Answer {
        var status: Int
        var head: String
        var body: String
    }

    static func get(_ path: String, from address: String, method: String = "GET") throws -> Answer {
        let connection = try RawConnection(to: address)
        connection.send(Array("\(method) \(path) HTTP/1.1\r\nHost: test\r\n\r\n".utf8))
        var bytes: [UInt8] = []
        while let more = connection.readSome() { bytes += more }
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
        let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Answer(
            status: status, head: parts.first.map(String.init) ?? "",
            body: parts.count > 1 ? String(parts[1]) : "")
    }

    /// The value of a sample, by its name and labels as they are written; nil when there is none.
    static func sample(_ name: String, in page: String) -> Double? {
        for line in page.split(separator: "\n") where line.hasPrefix(name + " ") {
            return Double(line.dropFirst(name.count + 1))
        }
        return nil
    }
}
