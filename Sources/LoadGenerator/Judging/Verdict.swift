import LatencyHistogram

/// What a result means, in words, and what a program should make of it.
public struct Verdict: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case fine
        /// No call ended with OK: there is nothing to say of latencies.
        case nothingMeasured
        /// Fewer calls were sent than the schedule asked for.
        case rateNotHeld
        case expectationFailed
        case interrupted
        case terminated
    }

    public var kind: Kind
    /// One or more sentences.
    public var text: String
    public var expectations: [ExpectationOutcome]

    /// Judges a result: an interruption outweighs a failed expectation, which outweighs an empty
    /// result, which outweighs a rate that was not held.
    public init(_ result: RunResult, _ expectations: [Expectation] = []) {
        let outcomes = expectations.map { $0.judge(result) }
        let hasFailed = outcomes.contains { !$0.isMet }
        self.expectations = outcomes
        switch result.end {
        case .interrupted: kind = .interrupted
        case .terminated: kind = .terminated
        // What ended it early may look met again with the last answers.
        case .aborted: kind = .expectationFailed
        case .completed:
            kind =
                hasFailed
                ? .expectationFailed
                : result.okCount == 0
                    ? .nothingMeasured : result.isRateHeld ? .fine : .rateNotHeld
        }
        var sentences: [String] = []
        switch result.end {
        case .completed: break
        case .interrupted, .terminated:
            sentences.append("The run was interrupted; what was measured until then counts.")
        case .aborted: sentences.append("The run was ended early by a failed expectation.")
        }
        sentences += Self.sentences(result)
        if hasFailed {
            let count = outcomes.filter { !$0.isMet }.count
            sentences.append("\(count) of \(outcomes.count) expectations failed.")
        }
        text = sentences.joined(separator: " ")
    }

    private static func sentences(_ result: RunResult) -> [String] {
        guard result.sentCount > 0 else { return ["No call was sent: nothing was measured."] }
        guard result.answeredCount > 0 else {
            return [
                "None of \(result.sentCount) calls had an answer: nothing was measured; is it the "
                    + "right port and protocol?"
            ]
        }
        var sentences = result.isOpenLoop ? openLoop(result) : closedLoop(result)
        if result.okCount == 0 {
            sentences.append("No call ended with OK: nothing was measured but failures.")
        } else if let share = result.failureShare, share > 0 {
            let percent = FixedText.text(share * 100, digits: share < 0.001 ? 4 : 2)
            let others = result.tally(.notSent) == nil ? "" : " or were never sent"
            sentences.append("\(percent) % of the calls failed\(others).")
        }
        return sentences
    }

    private static func closedLoop(_ result: RunResult) -> [String] {
        let count = result.connectionCount.multipliedFullWidth(by: result.streamCount).low
        return [
            "\(count) calls at a time came to "
                + "\(RateWords.text(result.answeredPerSecond)); each waited for the one before, so "
                + "these latencies do not show what users would wait."
        ] + busySender(result)
    }

    private static func openLoop(_ result: RunResult) -> [String] {
        let backlog = Double(result.backlogNanosecondsMaximum) / 1e9
        guard result.isRateHeld else {
            let asked = RateWords.text(result.askedPerSecond)
            let share = FixedText.text((result.sentShare ?? 0) * 100, digits: 1)
            if isServerLimit(result) {
                return [
                    "The backlog grew to \(FixedText.text(backlog, digits: 1)) s: the server "
                        + "sustains about \(RateWords.text(result.answeredPerSecond)) of \(asked) "
                        + "with \(Plural.text(result.connectionCount, "connection")) of "
                        + "\(Plural.text(result.streamCount, "stream")). \(share) % of the calls "
                        + "were sent in time."
                ]
            }
            return [
                "This machine could not send \(asked): \(share) % of the calls were sent in time. "
                    + "Ask for less, or use a faster or idler machine."
            ] + busySender(result)
        }
        var sentences = ["The rate of \(RateWords.text(result.askedPerSecond)) was held."]
        if backlog > 0.1, isServerLimit(result) {
            sentences.append(
                "Calls waited up to \(FixedText.text(backlog, digits: 1)) s for a free stream.")
        }
        if let late = result.lateness.value(atPercentile: 99), late > 1_000_000 {
            sentences.append(
                "This machine sent 1 % of the calls over \(TimeWords.text(late)) late, which is in "
                    + "the response times.")
        }
        return sentences
    }

    /// Calls waited for free streams, not for this machine. One that had no time to spare may itself
    /// be why no stream was free.
    private static func isServerLimit(_ result: RunResult) -> Bool {
        !result.isSenderBusy
            && result.backlogNanosecondsMaximum / 2 > (result.lateness.maximum ?? 0)
    }

    private static func busySender(_ result: RunResult) -> [String] {
        guard result.isSenderBusy, let share = result.senderShare else { return [] }
        return [
            "Its sender was busy \(FixedText.text(share * 100, digits: 0)) % of the time: this "
                + "machine may be the limit, not the server."
        ]
    }
}

/// Rates in words.
public enum RateWords {
    /// `450/s`, `0.5/s`, `12,345/s`.
    public static func text(_ perSecond: Double) -> String {
        guard perSecond.isFinite else { return "n/a" }
        if perSecond < 100 {
            let text = FixedText.text(perSecond, digits: 2)
            return (text.hasSuffix(".00") ? String(text.dropLast(3)) : text) + "/s"
        }
        return grouped(UInt64(min(perSecond.rounded(), 1e15))) + "/s"
    }

    /// `12,345`.
    public static func grouped(_ number: UInt64) -> String {
        let digits = Array("\(number)")
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return text
    }
}

/// Lengths of time in words.
public enum TimeWords {
    /// The same of a number that may be out of a time's range.
    public static func text(nanoseconds: Double) -> String {
        nanoseconds.isNaN ? "n/a" : text(Int64(min(max(nanoseconds, -9e18), 9e18)))
    }

    /// Three or more digits with the unit that fits: `850 ns`, `12.3 us`, `4.56 ms`, `1.20 s`.
    public static func text(_ nanoseconds: Int64?) -> String {
        guard let nanoseconds else { return "n/a" }
        let value = Double(nanoseconds)
        for (unit, scale, limit) in [("ns", 1.0, 1e3), ("us", 1e3, 1e6), ("ms", 1e6, 1e9)]
        where value < limit * 0.9995 {
            return number(value / scale, isWhole: scale == 1) + " \(unit)"
        }
        return number(value / 1e9, isWhole: false) + " s"
    }

    private static func number(_ value: Double, isWhole: Bool) -> String {
        if isWhole { return FixedText.text(value, digits: 0) }
        return FixedText.text(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
    }
}

/// Numbers with their nouns.
public enum Plural {
    /// `1 stream`, `2 streams`.
    public static func text(_ count: Int, _ noun: String) -> String {
        count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
    }
}
