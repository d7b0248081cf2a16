/// Finds the highest rate that meets an objective: doubling until one fails, then halving the
/// distance, then confirming. A value: asked for the next rate, told how it went.
public struct RateSearch: Sendable {
    public enum Step: Hashable, Sendable {
        /// Try this rate.
        case rate(Double, Phase)
        /// The highest rate that met the objective every time; nil when not even the first did.
        case done(Double?)
        /// After so many trials no rate had held three times.
        case undecided
    }

    public enum Phase: String, Sendable {
        case doubling
        case bisecting
        case confirming
    }

    public static let confirmationCount = 3
    private static let trialCountMaximum = 60
    /// The search ends when the rates are this close: 2 %.
    private static let resolution = 1.02

    private let lowest: Double
    private let highest: Double
    private var good: Double?
    private var bad: Double?
    private var confirmed = 0
    private var trialCount = 0
    private var phase = Phase.doubling

    /// - Precondition: `0 < from <= to`.
    public init(from: Double, to: Double) {
        precondition(from > 0 && from <= to)
        lowest = from
        highest = to
    }

    public var next: Step {
        if phase == .confirming, confirmed >= Self.confirmationCount { return .done(good) }
        if phase == .confirming, good == nil { return .done(nil) }
        guard trialCount < Self.trialCountMaximum else { return .undecided }
        switch phase {
        case .doubling: return .rate(min(highest, good.map { $0 * 2 } ?? lowest), .doubling)
        case .bisecting:
            guard let good, let bad else { return .done(nil) }
            return .rate(((good + bad) / 2).rounded(toDigits: 3), .bisecting)
        case .confirming:
            guard let good else { return .done(nil) }
            return .rate(good, .confirming)
        }
    }

    /// Takes the outcome of the rate that `next` gave.
    public mutating func take(_ isMet: Bool) {
        guard case .rate(let rate, _) = next else { return }
        trialCount += 1
        switch phase {
        case .confirming:
            if isMet {
                confirmed += 1
                return
            }
            // A rate that does not hold every time is too high.
            confirmed = 0
            bad = rate
            let lower = (rate * 0.9).rounded(toDigits: 3)
            good = lower >= lowest ? lower : rate > lowest ? lowest : nil
        case .doubling, .bisecting:
            if isMet { good = rate } else { bad = rate }
            phase = phaseAfterTrial()
        }
    }

    private func phaseAfterTrial() -> Phase {
        guard let good else { return .confirming }
        guard let bad else { return good >= highest ? .confirming : .doubling }
        let middle = ((good + bad) / 2).rounded(toDigits: 3)
        return bad / good <= Self.resolution || middle <= good || middle >= bad
            ? .confirming : .bisecting
    }
}

extension Double {
    /// So many significant digits are kept, because rates are for people.
    func rounded(toDigits digits: Int) -> Double {
        guard self > 0, isFinite else { return self }
        var scale = 1.0
        let limit = (0..<digits).reduce(1.0) { power, _ in power * 10 }
        while self * scale < limit / 10 { scale *= 10 }
        while self * scale >= limit { scale /= 10 }
        return (self * scale).rounded() / scale
    }
}
