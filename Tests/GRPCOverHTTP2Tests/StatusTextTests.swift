import Foundation
import Testing

@testable import GRPCOverHTTP2

/// Purpose: statuses in header fields: percent-encoding, and base64 against Foundation's.
struct StatusTextTests {
    @Test(arguments: [
        ("plain text", "plain text"), ("100%", "100%25"), ("a\nb\u{7F}", "a%0Ab%7F"),
        ("dash \u{2014}", "dash %E2%80%94"), ("~ !$", "~ !$"), ("", ""),
    ]) func `a message keeps printable ASCII and encodes the rest`(text: String, encoded: String) {
        #expect(String(decoding: StatusText.percentEncoded(text), as: UTF8.self) == encoded)
    }

    @Test func `base64 is the usual one without padding`() {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ count) }
            let text = String(decoding: StatusText.base64(bytes), as: UTF8.self)
            let usual = Data(bytes).base64EncodedString().replacing("=", with: "")
            #expect(text == usual)
        }
    }
}
