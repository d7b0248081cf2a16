import Testing

@testable import GRPCOverHTTP2

/// Purpose: the forms of `grpc-timeout`, by the letter of the protocol.
struct TimeoutTests {
    private func parse(_ text: String) -> Int64? {
        Array(text.utf8).withUnsafeBytes { GRPCTimeout.nanoseconds($0) }
    }

    @Test(arguments: [
        ("1n", 1), ("0m", 0), ("5u", 5_000), ("1500m", 1_500_000_000), ("2S", 2_000_000_000),
        ("3M", 180_000_000_000), ("1H", 3_600_000_000_000), ("00000001S", 1_000_000_000),
        ("99999999S", 99_999_999_000_000_000), ("99999999H", Int64.max),
    ]) func `digits and a unit are nanoseconds`(text: String, nanoseconds: Int64) {
        #expect(parse(text) == nanoseconds)
    }

    @Test(arguments: ["", "5", "S", "-1S", "1x", "1.5S", " 1S", "1s", "100000000S", "1S ", "+1S"])
    func `anything else is none`(text: String) { #expect(parse(text) == nil) }
}
