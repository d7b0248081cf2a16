// RFC 3339 in and out. Written here because the model may not import Foundation, and because
// calendars before 1970 must not depend on the machine's time zone data.

extension Timestamp: CustomStringConvertible {
    /// RFC 3339 in UTC, with as many fractional digits (0, 3 or 6) as the value needs.
    public var description: String {
        let (year, month, day) = Self.civil(fromDays: Self.floorDivide(seconds, 86_400))
        let secondOfDay = Int(seconds - Self.floorDivide(seconds, 86_400) * 86_400)
        let micros = Int(nanoseconds / 1_000)
        var text = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))T"
        text += "\(pad(secondOfDay / 3_600, 2)):\(pad(secondOfDay / 60 % 60, 2))"
        text += ":\(pad(secondOfDay % 60, 2))"
        if micros % 1_000 != 0 {
            text += ".\(pad(micros, 6))"
        } else if micros != 0 {
            text += ".\(pad(micros / 1_000, 3))"
        }
        return text + "Z"
    }

    /// Reads `2020-01-31`, `2020-01-31T08:00:00Z`, fractions of a second and offsets such as
    /// `+02:00`; nil for anything else. A leap second counts as the second after it.
    public init?(rfc3339 text: some StringProtocol) {
        var reader = DigitReader(text.utf8)
        guard let year = reader.number(digits: 4), reader.skip("-"),
            let month = reader.number(digits: 2), reader.skip("-"),
            let day = reader.number(digits: 2),
            (1...12).contains(month), (1...Self.days(inMonth: month, of: year)).contains(day)
        else { return nil }
        let date = Self.days(year: year, month: month, day: day)
        if reader.isAtEnd {
            self.init(seconds: date * 86_400, nanoseconds: 0)
            return
        }
        guard reader.skip("T") || reader.skip("t") || reader.skip(" "),
            let hour = reader.number(digits: 2), reader.skip(":"),
            let minute = reader.number(digits: 2), reader.skip(":"),
            let second = reader.number(digits: 2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        guard let nanoseconds = reader.fraction(), let offset = reader.offsetSeconds(),
            reader.isAtEnd
        else { return nil }
        let time = Int64(hour * 3_600 + minute * 60 + second - offset)
        self.init(seconds: date * 86_400 + time, nanoseconds: nanoseconds)
    }

    private static func floorDivide(_ value: Int64, _ divisor: Int64) -> Int64 {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }

    package static func days(inMonth month: Int, of year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    /// Days since 1970-01-01 of a date of the proleptic Gregorian calendar, counted in eras of
    /// 400 years that begin in March, so that the leap day is the last day of a year.
    package static func days(year: Int, month: Int, day: Int) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }

    package static func civil(fromDays days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

private func pad(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Walks ASCII digits and punctuation; every reader returns nil or false and stays put on a miss.
private struct DigitReader {
    private var rest: [UInt8].SubSequence

    init(_ text: some Sequence<UInt8>) { rest = Array(text)[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: scalar) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func number(digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for byte in rest.prefix(digits) {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest.removeFirst(digits)
        return value
    }

    /// Nanoseconds of an optional fraction; digits beyond the ninth are cut. Nil for a bare dot.
    mutating func fraction() -> Int32? {
        guard skip(".") else { return 0 }
        var value = 0
        var count = 0
        while let digit = number(digits: 1) {
            if count < 9 { value = value * 10 + digit }
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { value *= 10 }
        return Int32(value)
    }

    /// Seconds east of UTC; nil when no zone is given.
    mutating func offsetSeconds() -> Int? {
        if skip("Z") || skip("z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
            hours < 24, minutes < 60
        else { return nil }
        return sign * (hours * 3_600 + minutes * 60)
    }
}
