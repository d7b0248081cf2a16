// Purpose: numbers on command lines are read strictly, so a slip never becomes another number.
import CommandLineKit
import Testing

struct NumberTests {
    @Test(arguments: [
        "", " 5000", "5000 ", "0x10", "1e3", "+5", "1_000", "1.0", "-", "--1", "\u{0665}",
        "99999999999999999999",
    ])
    func `text that is not plain digits is no integer`(text: String) {
        #expect(NumberText.integer(text, as: Int.self) == nil)
    }

    @Test func `an integer is checked against its range and the message says the range`() throws {
        #expect(try Sample.parse("list").integer("limit", in: 0...1_000) == 20)
        #expect(try Sample.parse("list", "--limit", "0").integer("limit", in: 0...1_000) == 0)
        let negative = try Sample.parse("list", "--limit", "-1")
        #expect(try negative.integer("limit", in: -5...5) == -1)
        let error = #expect(throws: UsageError.self) {
            try negative.integer("limit", in: 0...1_000)
        }
        #expect(error?.message == "--limit: '-1' is not a whole number from 0 to 1000")
        #expect(try Sample.parse("list").integer("sort", in: 0...1_000) == nil)
    }

    @Test(arguments: [
        ("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("0.25s", 250), ("1m", 60_000),
        ("1h", 3_600_000), ("0s", 0), ("0.5m", 30_000),
    ])
    func `a length of time is a number with a unit`(text: String, milliseconds: Int64) {
        #expect(NumberText.milliseconds(text) == milliseconds)
    }

    @Test(arguments: [
        "", "5", "ms", "s", "-1s", "1.s", ".5s", "1.0001s", "0.5ms", "1,5s", " 1s", "1 s", "1S",
        "1.-5s", "9223372036854775807s", "1e3s", "0x1s", "1.5.5s",
    ])
    func `anything else is no length of time`(text: String) {
        #expect(NumberText.milliseconds(text) == nil)
    }

    @Test func `a length of time out of range names the variable it came from`() throws {
        let parsed = try Sample.parse("list", environment: ["SHELF_TIMEOUT": "2h"])
        let error = #expect(throws: UsageError.self) {
            try parsed.durationMilliseconds("timeout", in: 1...60_000)
        }
        #expect(error?.message == "SHELF_TIMEOUT: '2h' is out of range; use 1ms to 1m")
    }

    @Test func `byte counts take binary units only`() {
        #expect(NumberText.byteCount("65536") == 65_536)
        #expect(NumberText.byteCount("64KiB") == 65_536)
        #expect(NumberText.byteCount("1GiB") == 1_073_741_824)
        for text in ["64KB", "64k", "KiB", "64 KiB", "", "9223372036854775807KiB"] {
            #expect(NumberText.byteCount(text) == nil, "\(text)")
        }
    }

    @Test func `durations are shown in the largest whole unit`() {
        for text in ["1ms", "500ms", "2s", "1m", "1h", "90s", "0ms"] {
            #expect(NumberText.milliseconds(text).map(NumberText.duration) == text)
        }
    }
}
