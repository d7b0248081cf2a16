/// Rates and shapes of load as people type them.
public enum RateText {
    public struct Fault: Error, Hashable, Sendable {
        public var message: String
    }

    /// Reads `100`, `0.5`, `100/s`, `30/m`, `2/h`, `20k` or `1.5k/s`, in calls a second.
    public static func perSecond(_ text: some StringProtocol) throws(Fault) -> Double {
        var number = String(text)
        var divisor = 1.0
        for (suffix, seconds) in [("/s", 1.0), ("/m", 60.0), ("/h", 3_600.0)]
        where number.hasSuffix(suffix) {
            number.removeLast(2)
            divisor = seconds
            break
        }
        var factor = 1.0
        for (suffix, times) in [("k", 1_000.0), ("M", 1_000_000.0)] where number.hasSuffix(suffix) {
            number.removeLast()
            factor = times
            break
        }
        guard let value = plainNumber(number) else {
            throw Fault(
                message: "'\(text.prefix(40))' is not a rate; write calls a second such as 100, "
                    + "0.5 or 20k, or 30/m")
        }
        let rate = value * factor / divisor
        guard rate > 0, rate <= LoadSchedule.rateMaximum else {
            throw Fault(
                message: "the rate '\(text.prefix(40))' is out of range; use more than 0 and at "
                    + "most 10M a second")
        }
        return rate
    }

    /// Decimal digits with at most one point.
    static func plainNumber(_ text: String) -> Double? {
        guard !text.isEmpty, text.utf8.count <= 20, text != ".",
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
        else { return nil }
        return Double(text)
    }

    /// Reads `FROM..TO`.
    static func range(_ text: some StringProtocol) throws(Fault) -> (from: Double, to: Double) {
        let parts = String(text).split(separator: "..", omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw Fault(
                message: "'\(text.prefix(40))' is no range of rates; write FROM..TO, such as "
                    + "100..2k")
        }
        return (try perSecond(parts[0]), try perSecond(parts[1]))
    }

    /// A ramp `FROM..TO` over the whole time.
    public static func ramp(
        _ text: some StringProtocol, seconds: Double
    ) throws(Fault) -> LoadSchedule {
        let (from, to) = try range(text)
        let segment = LoadSchedule.Segment(seconds: seconds, fromPerSecond: from, toPerSecond: to)
        guard let schedule = LoadSchedule([segment]) else {
            throw Fault(message: "the ramp '\(text.prefix(40))' holds no call")
        }
        return schedule
    }

    private static let stepCountMaximum = 1_000

    /// Steps `FROM..TO:STEP@TIME`: each rate from the first to the last lasts so long.
    ///
    /// - Parameter seconds: reads a length of time such as `5s`.
    public static func steps(
        _ text: some StringProtocol, seconds: (String) -> Double?
    ) throws(Fault) -> LoadSchedule {
        let form = "write FROM..TO:STEP@TIME, such as 100..500:100@5s"
        let timed = String(text).split(separator: "@", omittingEmptySubsequences: false)
        let sized = timed.first?.split(separator: ":", omittingEmptySubsequences: false) ?? []
        guard timed.count == 2, sized.count == 2, let length = seconds(String(timed[1])),
            length > 0
        else { throw Fault(message: "'\(text.prefix(40))' are no steps; \(form)") }
        let (from, to) = try range(sized[0])
        let step = try perSecond(sized[1])
        let count = ((to - from).magnitude / step + 1e-9).rounded(.down) + 1
        guard count <= Double(stepCountMaximum) else {
            throw Fault(message: "'\(text.prefix(40))' has more than 1,000 steps; \(form)")
        }
        let segments = (0..<Int(count)).map { number in
            let rate = from + (to < from ? -1 : 1) * step * Double(number)
            return LoadSchedule.Segment(seconds: length, fromPerSecond: rate, toPerSecond: rate)
        }
        guard let schedule = LoadSchedule(segments) else {
            throw Fault(message: "'\(text.prefix(40))' hold no call or last over a day; \(form)")
        }
        return schedule
    }
}
