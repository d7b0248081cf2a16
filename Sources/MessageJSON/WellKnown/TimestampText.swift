internal import EpisodeModel

/// google.protobuf.Timestamp as RFC 3339 with up to nine digits of a second.
///
/// Source: https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp
enum TimestampText {
    /// Years 1 to 9999.
    private static let range = -62_135_596_800...253_402_300_799 as ClosedRange<Int64>

    /// In UTC with 0, 3, 6 or 9 digits after the point; nil when out of range.
    static func text(seconds: Int64, nanoseconds: Int32) -> String? {
        guard range.contains(seconds), (0...999_999_999).contains(nanoseconds) else { return nil }
        let rest = Int((seconds % 86_400 + 86_400) % 86_400)
        let (year, month, day) = Timestamp.civil(fromDays: (seconds - Int64(rest)) / 86_400)
        return "\(DigitText.padded(year, 4))-\(DigitText.padded(month, 2))-"
            + "\(DigitText.padded(day, 2))T\(DigitText.padded(rest / 3_600, 2)):"
            + "\(DigitText.padded(rest / 60 % 60, 2)):\(DigitText.padded(rest % 60, 2))"
            + DigitText.fraction(nanoseconds) + "Z"
    }

    /// Reads any offset from UTC; nil when the text is no such moment.
    static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
        var reader = DigitText(text)
        guard let year = reader.number(4), reader.skip("-"),
            let month = reader.number(2), reader.skip("-"), let day = reader.number(2),
            (1...12).contains(month),
            (1...Timestamp.days(inMonth: month, of: year)).contains(day), reader.skip("T"),
            let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
            reader.skip(":"), let second = reader.number(2), hour < 24, minute < 60, second < 60,
            let nanoseconds = reader.fraction(), let offset = offset(&reader), reader.isAtEnd
        else { return nil }
        let days = Timestamp.days(year: year, month: month, day: day)
        let seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
        return range.contains(seconds) ? (seconds, nanoseconds) : nil
    }

    /// Seconds east of UTC.
    private static func offset(_ reader: inout DigitText) -> Int? {
        if reader.skip("Z") { return 0 }
        let isWest = reader.skip("-")
        guard isWest || reader.skip("+"), let hours = reader.number(2), reader.skip(":"),
            let minutes = reader.number(2), hours < 24, minutes < 60
        else { return nil }
        let seconds = hours * 3_600 + minutes * 60
        return isWest ? -seconds : seconds
    }
}
