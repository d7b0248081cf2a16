internal import LoadGenerator

/// The table of what was asked, sent and answered, for every form of report.
enum RateRows {
    static let columns = ["rate", "calls", "a second"]

    static func rows(_ result: RunResult) -> [[String]] {
        var rows: [[String]] = []
        func add(_ name: String, _ count: UInt64, _ perSecond: Double) {
            rows.append([name, RateWords.grouped(count), RateWords.text(perSecond)])
        }
        func note(_ name: String, _ count: UInt64) {
            if count > 0 { rows.append([name, RateWords.grouped(count), ""]) }
        }
        if result.isOpenLoop { add("asked", result.askedCount, result.askedPerSecond) }
        add("sent", result.sentCount, result.sentPerSecond)
        add("answered", result.answeredCount, result.answeredPerSecond)
        note("never sent", result.neverSentCount)
        note("sent late", result.lateSentCount)
        // In the number of answers, not in their rate.
        note("answered after the end", result.answersAfterSendingCount)
        return rows
    }
}
