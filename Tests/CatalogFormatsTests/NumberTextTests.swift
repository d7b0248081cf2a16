import Testing

@testable import CatalogFormats

/// Purpose: numbers are read exactly. Method: edges by hand, and every small decimal by arithmetic.
@Suite struct NumberTextTests {
    private func whole(_ text: String) -> UInt64? { NumberText.wholeNumber(Array(text.utf8).span) }

    @Test(
        arguments: [
            ("0", 0), ("-0", nil), ("0.000", 0), ("0e5", 0), ("0e-999999999999", 0), ("10", 10),
            ("10.50", nil), ("10.00", 10), ("1e19", 10_000_000_000_000_000_000), ("2e19", nil),
            ("184467440737095516150e-1", UInt64.max), ("0.00001e5", 1), ("12e-1", nil),
            ("120e-1", 12),
            ("1E+3", 1_000), ("1e", nil), ("1e+", nil), ("", nil), ("1x", nil),
            ("1000000000000000000000000e-20", 10_000),
        ] as [(String, UInt64?)])
    func `whole numbers are exact`(text: String, value: UInt64?) {
        #expect(whole(text) == value)
    }

    @Test func `tenths are whole exactly when they are`() {
        for tenths in 0..<2_000 as Range<UInt64> {
            let expected = tenths.isMultiple(of: 10) ? tenths / 10 : nil
            #expect(whole("\(tenths / 10).\(tenths % 10)") == expected)
            #expect(whole("\(tenths)e-1") == expected)
            #expect(whole("0.\(tenths + 10_000)e4") == (tenths + 10_000).whole(dividedBy: 10))
        }
    }

    @Test func `reals are the nearest double`() {
        for text in [
            "0", "123456789012345", "1234567890123456789", "1e-400", "-1.5", "28.6470588235294",
        ] {
            #expect(NumberText.real(Array(text.utf8).span) == Double(text))
        }
        #expect(NumberText.real(Array("1e999".utf8).span) == .infinity)
    }
}

extension UInt64 {
    fileprivate func whole(dividedBy divisor: UInt64) -> UInt64? {
        isMultiple(of: divisor) ? self / divisor : nil
    }
}
