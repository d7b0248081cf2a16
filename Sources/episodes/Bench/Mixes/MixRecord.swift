import CatalogFormats
import CommandLineKit
import MessageJSON

/// `mix record`: makes a mix of what a server recorded, each request as often as it came.
struct MixRecord {
    /// Different requests that are kept; the ones that come first are.
    static let distinctCountMaximum = 200_000
    private static let textByteCountMaximum = 268_435_456

    private struct Key: Hashable {
        var method: String
        var request: String
    }

    private var counts: [Key: Int] = [:]
    private var methods: [String: MethodSchema] = [:]
    private var byteCount = 0
    private(set) var total = 0
    private(set) var leftOut = 0

    mutating func add(_ line: MixLine) {
        total += 1
        let key = Key(method: line.method.path, request: line.request.text())
        if let count = counts[key] {
            counts[key] = count + 1
            return
        }
        guard counts.count < Self.distinctCountMaximum,
            byteCount + key.request.utf8.count <= Self.textByteCountMaximum
        else {
            leftOut += 1
            return
        }
        byteCount += key.request.utf8.count
        methods[key.method] = line.method
        counts[key] = 1
    }

    /// The lines of the mix, the most frequent first.
    func lines() -> [String] {
        counts.sorted {
            ($1.value, $0.key.method, $0.key.request) < ($0.value, $1.key.method, $1.key.request)
        }.compactMap { entry in
            methods[entry.key.method].map {
                MixLine.text(method: $0, request: entry.key.request, weight: Double(entry.value))
            }
        }
    }

    static func run(
        _ path: String, to file: String?, _ settings: Settings
    ) throws(Failure) -> ExitCode {
        var record = MixRecord()
        var damaged = (count: 0, first: 0)
        // A server that is killed while it records leaves half a line and goes on behind it.
        try MixSource.forEachLine(
            path,
            onDamage: { number in
                damaged = (damaged.count + 1, damaged.count == 0 ? number : damaged.first)
            }
        ) {
            (line, _) throws(Failure) in record.add(line)
        }
        guard record.total > 0 else {
            throw MixSource.badData("\(MixSource.shown(path)): there is no request in it")
        }
        let lines = record.lines()
        try MixOutput.write(lines, to: file)
        if damaged.count > 0 {
            settings.remark(
                "\(MixSource.shown(path)):\(damaged.first): \(damaged.count) damaged "
                    + "\(damaged.count == 1 ? "line" : "lines") left out")
        }
        settings.remark(
            "\(record.total) requests, \(lines.count) different"
                + (record.leftOut > 0
                    ? "; \(record.leftOut) left out, as more different ones are not kept" : ""))
        return .ok
    }
}

/// Where a mix goes.
enum MixOutput {
    static func write(_ lines: [String], to path: String?) throws(Failure) {
        guard let file = try ResultOutputs.open(path) else {
            for line in lines { try Session.write(line) }
            return
        }
        for line in lines { try ResultOutputs.write(line, to: file) }
        try ResultOutputs.commit(file)
    }
}
