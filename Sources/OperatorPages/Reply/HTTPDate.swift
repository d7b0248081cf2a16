/// Times as HTTP writes them: `Mon, 30 Nov 2026 15:45:41 GMT`. Source: RFC 9110, section 5.6.7.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    private static let secondsPerDay: Int64 = 86_400
    /// The end of the year 9999, beyond which the form has no place.
    private static let latest: Int64 = 253_402_300_799

    /// - Parameter seconds: since 1970; times outside of 1970 to 9999 are moved to its ends.
    static func text(secondsSinceEpoch seconds: Int64) -> String {
        let seconds = min(max(seconds, 0), latest)
        let (day, rest) = seconds.quotientAndRemainder(dividingBy: secondsPerDay)
        let (year, month, dayOfMonth) = civil(day)
        let clock = [rest / 3_600, rest / 60 % 60, rest % 60].map(twoDigits)
        return "\(days[Int(day % 7)]), \(twoDigits(dayOfMonth)) \(months[month - 1]) "
            + "\(year) \(clock.joined(separator: ":")) GMT"
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }

    /// The date of a day counted from 1970-01-01, in years that begin in March so that the leap day
    /// is the last. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    private static func civil(_ day: Int64) -> (year: Int64, month: Int, day: Int64) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let year =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * marchMonth + 2) / 5 + 1
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), Int(month), dayOfMonth)
    }
}
