extension Expectation {
    /// Why a text is no expectation.
    public struct Fault: Error, Hashable, Sendable {
        public var message: String
    }

    /// What can be asked, for help and messages.
    public static let forms =
        "pN, min, max, mean, service.pN and lateness.pN with a time (p99<5ms), errors with a share "
        + "or a count (errors<0.1%), rate with a share (rate>=0.99), ok with calls a second (ok>=1k)"

    /// Reads expectations separated by commas.
    public static func parse(list text: String) throws(Fault) -> [Expectation] {
        var expectations: [Expectation] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            expectations.append(try parse(String(part)))
        }
        return expectations
    }

    /// Reads one, such as `p99.9 <= 20ms`.
    public static func parse(_ text: String) throws(Fault) -> Expectation {
        let bare = String(text.filter { !$0.isWhitespace })
        guard !bare.isEmpty else { throw Fault(message: "an expectation is empty; use \(forms)") }
        guard let place = bare.firstIndex(where: { $0 == "<" || $0 == ">" }) else {
            throw Fault(message: "'\(shown(bare))' compares nothing; write <, <=, > or >=")
        }
        let name = String(bare[..<place])
        var rest = bare[bare.index(after: place)...]
        var sign = String(bare[place])
        if rest.first == "=" {
            sign += "="
            rest = rest.dropFirst()
        }
        guard let comparison = Comparison(rawValue: sign) else {
            throw Fault(message: "'\(shown(bare))' compares nothing; write <, <=, > or >=")
        }
        let (metric, limit) = try read(name, String(rest), in: bare)
        return Expectation(metric: metric, comparison: comparison, limit: limit, text: bare)
    }

    private static func read(
        _ name: String, _ value: String, in whole: String
    ) throws(Fault) -> (Metric, Double) {
        switch name {
        case "errors":
            if value.hasSuffix("%") { return (.errorShare, try share(value, in: whole)) }
            guard let count = RateText.plainNumber(value), count == count.rounded() else {
                throw Fault(
                    message: "'\(shown(whole))': errors are a share such as 0.1% or a whole number")
            }
            return (.errorCount, count)
        case "rate": return (.rateShare, try share(value, in: whole))
        case "ok":
            do throws(RateText.Fault) { return (.okPerSecond, try RateText.perSecond(value)) } catch
            { throw Fault(message: "'\(shown(whole))': \(error.message)") }
        default: return (try timeMetric(name, in: whole), try nanoseconds(value, in: whole))
        }
    }

    private static func timeMetric(_ name: String, in whole: String) throws(Fault) -> Metric {
        switch name {
        case "min": return .minimum
        case "max": return .maximum
        case "mean": return .mean
        default: break
        }
        let parts = name.split(separator: ".", maxSplits: 1)
        if let scope = parts.first, parts.count == 2, scope == "service" || scope == "lateness" {
            let percentile = try percentile(String(parts[1]), in: whole)
            return scope == "service"
                ? .servicePercentile(percentile) : .latenessPercentile(percentile)
        }
        return .percentile(try percentile(name, in: whole))
    }

    private static func percentile(_ name: String, in whole: String) throws(Fault) -> Double {
        guard name.hasPrefix("p"), let number = RateText.plainNumber(String(name.dropFirst())),
            number > 0, number <= 100
        else {
            throw Fault(message: "'\(shown(whole))': '\(shown(name))' is unknown; use \(forms)")
        }
        return number
    }

    private static func share(_ value: String, in whole: String) throws(Fault) -> Double {
        let isPercent = value.hasSuffix("%")
        let number = RateText.plainNumber(isPercent ? String(value.dropLast()) : value)
        guard let number, number <= (isPercent ? 100 : 1) else {
            throw Fault(
                message: "'\(shown(whole))': '\(shown(value))' is no share; write 0.99 or 99%")
        }
        return isPercent ? number / 100 : number
    }

    private static func nanoseconds(_ value: String, in whole: String) throws(Fault) -> Double {
        let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
        guard let (suffix, scale) = units.first(where: { value.hasSuffix($0.0) }),
            let number = RateText.plainNumber(String(value.dropLast(suffix.utf8.count)))
        else {
            throw Fault(
                message: "'\(shown(whole))': '\(shown(value))' is no time; write a number and ns, "
                    + "us, ms or s, such as 5ms")
        }
        return number * scale
    }

    private static func shown(_ text: String) -> String { String(text.prefix(60)) }
}
