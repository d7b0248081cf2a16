import EpisodeModel
import Foundation
import TestSupport
import Testing

/// Purpose: dates are read and written as RFC 3339 says, far from 1970 too.
/// Method: fixed points of the calendar, junk, and random moments against Foundation's calendar.
struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01", 0),
            ("1969-12-31T23:59:59Z", -1),
            ("2000-02-29T00:00:00Z", 951_782_400),
            ("2000-03-01", 951_868_800),
            ("1900-02-28T23:59:59Z", -2_203_891_201),
            ("1900-03-01", -2_203_891_200),
            ("2024-02-29T12:00:00Z", 1_709_208_000),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("2020-01-31T08:00:00+02:00", 1_580_450_400),
            ("2020-01-31T08:00:00-05:30", 1_580_477_400),
            ("2020-01-31t08:00:00z", 1_580_457_600),
            ("2020-01-31 08:00:00Z", 1_580_457_600),
        ] as [(String, Int64)])
    func `Known moments have their seconds`(text: String, seconds: Int64) throws {
        let moment = try #require(Timestamp(rfc3339: text))
        #expect(moment.seconds == seconds)
        #expect(moment.nanoseconds == 0)
    }

    @Test(arguments: [
        ("2020-01-31T08:00:00.5Z", "2020-01-31T08:00:00.500Z"),
        ("2020-01-31T08:00:00.123456Z", "2020-01-31T08:00:00.123456Z"),
        ("2020-01-31T08:00:00.123456789Z", "2020-01-31T08:00:00.123456Z"),
        ("2020-01-31T08:00:00.0000000000001Z", "2020-01-31T08:00:00Z"),
        ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"),
        ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
        ("1900-02-28", "1900-02-28T00:00:00Z"),
        ("9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"),
        ("2020-03-01T01:00:00+02:00", "2020-02-29T23:00:00Z"),
    ])
    func `A moment is written in UTC with the digits it needs`(text: String, written: String) {
        #expect(Timestamp(rfc3339: text)?.description == written)
    }

    @Test(arguments: [
        "", "2020", "2020-1-31", "2020-13-01", "2020-00-10", "2020-04-31", "2021-02-29",
        "1900-02-29", "2100-02-29", "0000-12-31", "2020-01-00", "2020-01-32", "20200131",
        "2020-01-31T", "2020-01-31T08:00:00", "2020-01-31T08:00Z", "2020-01-31T24:00:00Z",
        "2020-01-31T08:60:00Z", "2020-01-31T08:00:61Z", "2020-01-31T08:00:00.Z",
        "2020-01-31T08:00:00+2:00", "2020-01-31T08:00:00+24:00", "2020-01-31T08:00:00+02:60",
        "2020-01-31T08:00:00Zx", " 2020-01-31", "2020-01-31 ", "+020-01-31", "-001-01-01",
        "10000-01-01", "2020-01-31T08:00:00 Z", "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01", "\u{662}\u{660}20-01-31", "2020\u{2011}01\u{2011}31",
    ])
    func `Anything else is no date`(text: String) {
        #expect(Timestamp(rfc3339: text) == nil)
    }

    @Test func `Random moments come back from their text and agree with Foundation`() throws {
        let formatter = ISO8601DateFormatter()
        var generator = SeededGenerator(seed: 1)
        let modern: ClosedRange<Int64> = -11_000_000_000...253_402_300_799
        for _ in 0..<3_000 {
            // Foundation's calendar is Julian before 1582, so it is only asked about later dates.
            let seconds = Int64.random(in: modern, using: &generator)
            let whole = try #require(Timestamp(seconds: seconds, nanoseconds: 0))
            let date = try #require(formatter.date(from: whole.description))
            #expect(date.timeIntervalSince1970 == Double(seconds))
            let range =
                Timestamp.minimum
                .microsecondsSinceEpoch...Timestamp.maximum
                .microsecondsSinceEpoch
            let any = try #require(
                Timestamp(microsecondsSinceEpoch: Int64.random(in: range, using: &generator)))
            #expect(Timestamp(rfc3339: any.description) == any)
            #expect(Timestamp(seconds: any.seconds, nanoseconds: any.nanoseconds) == any)
        }
    }

    @Test func `Values outside the years 1 to 9999 do not exist`() {
        #expect(Timestamp(seconds: -62_135_596_800, nanoseconds: 0) == .minimum)
        #expect(Timestamp(seconds: -62_135_596_801, nanoseconds: 999_999_999) == nil)
        #expect(Timestamp(seconds: 253_402_300_799, nanoseconds: 999_999_999) == .maximum)
        #expect(Timestamp(seconds: 253_402_300_800, nanoseconds: 0) == nil)
        #expect(Timestamp(seconds: .max, nanoseconds: 0) == nil)
        #expect(Timestamp(seconds: .min, nanoseconds: 0) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: -1) == nil)
        #expect(Timestamp(seconds: 0, nanoseconds: 1_000_000_000) == nil)
        #expect(Timestamp(microsecondsSinceEpoch: .max) == nil)
        #expect(Timestamp(microsecondsSinceEpoch: .min) == nil)
        #expect(Timestamp(seconds: -1, nanoseconds: 999_999_999)?.microsecondsSinceEpoch == -1)
    }
}
