import EpisodeModel

@testable import EpisodeProtocol

/// Page tokens: one text for each place, and no text that a cursor cannot hold.
///
/// Input: odd for a token as it is; even for the content of one, which then gets a right checksum
/// and alphabet, as mutations would never find one. Then a fingerprint byte, then the bytes.
enum PageTokens {
    static func run(_ input: UnsafeRawBufferPointer) {
        let fingerprint = UInt64(input.choice(1))
        let bytes = Array(input.after(2))
        var token = bytes
        if input.choice(0) % 2 == 0 {
            var content = [1] + bytes
            content.appendLittleEndian(content.withUnsafeBytes { StableHash.of($0) })
            token = [UInt8](repeating: 0, count: Base64URL.characterCount(content.count))
            content.withUnsafeBytes { Base64URL.encode($0, into: &token) }
            require(Base64URL.decode(token) == content, "base64 changed \(content)")
        }
        let first = outcome { () throws(EpisodeError) in
            try PageToken.decode(token, fingerprint: fingerprint)
        }
        guard case .success(let cursor) = first else {
            guard case .failure(let error) = first else { return }
            return require(error.field == "page_token", "\(error)")
        }
        require(token.count <= PageToken.byteCountMaximum, "a long token")
        for case .text(let text) in cursor.keys { require(isText(text), "a key that is no text") }
        let again = PageToken.encode(cursor, fingerprint: fingerprint)
        require(again == token, "\(cursor) has two tokens: \(token) and \(again)")
        // What the request's order cannot have is refused; nothing may trap on the way.
        for order in orders { _ = cursor.fits(order) }
    }

    private static let orders: [[SortKey]] =
        [SortKey.defaultOrder, [.relevance]]
        + EpisodeField.allCases.filter(\.isSortable).map { [.field($0, descending: false)] }

    static func seeds() -> [[UInt8]] {
        let cursors = [
            Cursor(keys: [], id: 1), Cursor(keys: [.absent, .number(.max)], id: .max),
            Cursor(keys: [.text([]), .text(Array("größe".utf8))], id: 7),
        ]
        let tokens = cursors.map { PageToken.encode($0, fingerprint: 5) }
        let contents = tokens.map { token in
            Array((Base64URL.decode(token) ?? []).dropFirst().dropLast(8))
        }
        return tokens.map { [1, 5] + $0 } + contents.map { [0, 5] + $0 }
            + [[1, 5], [0, 5], [1, 5, 0x41, 0x3D]]
    }
}
