/// How long the steps of a command took, for `--verbose`.
final class StepTimes {
    private var steps: [(name: String, duration: Duration, count: Int)] = []
    /// Bytes of messages that came; nil when nobody counted.
    var receivedByteCount: Int?
    /// Such as `20 of 4,193`; empty when there is nothing to count.
    var result = ""

    func add(_ name: String, _ duration: Duration) {
        if let index = steps.firstIndex(where: { $0.name == name }) {
            steps[index].duration += duration
            steps[index].count += 1
        } else {
            steps.append((name, duration, 1))
        }
    }

    /// `connect 0.21 list 0.93 ms; 20 of 4,193; 3.1 KB`; steps of the same name are added up.
    var line: String {
        let parts = steps.map { step in
            let times = step.count > 1 ? " (\(step.count)x)" : ""
            return "\(step.name)\(times) \(Self.milliseconds(step.duration))"
        }
        let bytes = receivedByteCount.map { CountText.bytes($0) } ?? ""
        return [parts.joined(separator: " ") + " ms", result, bytes].filter { !$0.isEmpty }
            .joined(separator: "; ")
    }

    /// With two digits after the point.
    private static func milliseconds(_ duration: Duration) -> String {
        let hundredths = Int64(duration / .microseconds(10))
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

/// Counts as people read them.
enum CountText {
    /// `4,193`.
    static func number(_ value: Int64) -> String {
        var digits = String(value.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits = String(digits.dropLast(3))
        }
        groups.insert(digits, at: 0)
        return (value < 0 ? "-" : "") + groups.joined(separator: ",")
    }

    /// `312 B`, `3.1 KB`, `4.2 MB`; a KB has 1,000 bytes.
    static func bytes(_ count: Int) -> String {
        if count < 1_000 { return "\(count) B" }
        let (unit, size) = count < 1_000_000 ? ("KB", 1_000) : ("MB", 1_000_000)
        let tenths = (count * 10 + size / 2) / size
        return "\(number(Int64(tenths / 10))).\(tenths % 10) \(unit)"
    }
}
