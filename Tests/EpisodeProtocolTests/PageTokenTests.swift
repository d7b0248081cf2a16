// Purpose: a token continues exactly its own request and nothing else; whatever else comes is an
// error that names page_token.
import EpisodeModel
import EpisodeProtocol
import Testing

@Suite struct `Page tokens` {
    private let cursor = Cursor(keys: [.number(.max), .text(Array("Größe".utf8))], id: 7)

    private func request(_ change: (inout ListEpisodesRequest) -> Void = { _ in })
        -> ListEpisodesRequest
    {
        var request = Samples.request
        change(&request)
        return request
    }

    @Test(
        arguments: [
            [], [.absent], [.number(0)], [.text([])],
            [.text(Array("a".utf8)), .absent, .number(1)],
            [
                .text(Array(repeating: 0x61, count: 8_192)),
                .text(Array(repeating: 0x62, count: 8_192)),
            ],
        ] as [[Cursor.Key]])
    func `what goes in comes out`(keys: [Cursor.Key]) throws {
        let cursor = Cursor(keys: keys, id: .max)
        let token = PageToken.encode(cursor, fingerprint: 5)
        #expect(try PageToken.decode(token, fingerprint: 5) == cursor)
        #expect(token.allSatisfy { UInt8(ascii: "=") != $0 && $0 < 0x80 })
    }

    @Test func `a token is the same on every server and in every run`() throws {
        let list = try decodeList(request())
        let token = PageToken.encode(cursor, fingerprint: list.options.fingerprint)
        #expect(String(decoding: token, as: UTF8.self) == Self.knownToken)
        let next = try decodeList(request { $0.pageToken = Self.knownToken })
        #expect(next.query.cursor == cursor)
    }

    static let knownToken = "AUEujPLZirZ0AgH__________wIHAAAAR3LDtsOfZQcAAAAAAAAA8FvDtoGNQK0"

    @Test func `damage anywhere is noticed`() throws {
        let token = PageToken.encode(cursor, fingerprint: 5)
        let letters = Array("Az09-_=+ \0\u{7F}".utf8) + [0xFF]
        for position in token.indices {
            for letter in letters where letter != token[position] {
                var damaged = token
                damaged[position] = letter
                #expect(throws: EpisodeError.self) {
                    try PageToken.decode(damaged, fingerprint: 5)
                }
            }
            #expect(throws: EpisodeError.self) {
                try PageToken.decode(token.prefix(position), fingerprint: 5)
            }
            #expect(throws: EpisodeError.self) {
                try PageToken.decode(token + token.prefix(position + 1), fingerprint: 5)
            }
        }
    }

    @Test(arguments: [
        "AAAA", "x", "!", "e30", "AA==", "../../etc/passwd", "\u{1F600}", " ", "=",
        String(repeating: "A", count: 4_000), String(repeating: "A", count: 60_000),
    ])
    func `what is no token is refused`(token: String) {
        let error = listError { $0.pageToken = token }
        #expect(error?.field == "page_token")
        #expect(error?.code == .invalidArgument)
    }

    @Test func `the order of a filter's values, repeats and the page size do not matter`() throws {
        let own = try decodeList(request()).options.fingerprint
        let same = request {
            $0.domains = [300, 9, 1, 9]
            $0.difficulties.reverse()
            $0.contentTypes = ["collection", "episode", "collection"]
            $0.features.reverse()
            $0.predicates.reverse()
            $0.predicates.append($0.predicates[0])
            $0.facets = [.parent, .domain, .parent]
            $0.readMask.reverse()
            $0.ids = [.max, 1, 1]
            $0.sort = "-popularity,name,-popularity"
            $0.pageSize = 100
            $0.skip = 3
            $0.ifRevisionNot = 0
            $0.minRevision = 0
        }
        #expect(try decodeList(same).options.fingerprint == own)
    }

    @Test func `any other change makes it another request`() throws {
        let changes: [(inout ListEpisodesRequest) -> Void] = [
            { $0.domains = [1, 9] }, { $0.difficulties = [.beginner] }, { $0.query += " " },
            { $0.sort = "popularity,name" }, { $0.sort = "" }, { $0.contentTypes = ["episode"] },
            { $0.subscriptionTypes = [] }, { ($0.contentTypes, $0.subscriptionTypes) = ([], []) },
            { swap(&$0.contentTypes, &$0.subscriptionTypes) }, { $0.features.append("x") },
            { $0.predicates.removeLast() }, { $0.predicates[0].isExact = false },
            { $0.predicates[0].value = "intro" }, { $0.facets = [.domain] },
            { $0.readMask = ["id"] }, { $0.readMask = [] }, { $0.ids = [1] },
            { $0.skipTotalSize = false },
        ]
        let token = PageToken.encode(
            cursor, fingerprint: try decodeList(request()).options.fingerprint)
        var fingerprints: Set<UInt64> = []
        for (index, change) in changes.enumerated() {
            let changed = request(change)
            fingerprints.insert(try decodeList(changed).options.fingerprint)
            let error = listError {
                $0 = changed
                $0.pageToken = String(decoding: token, as: UTF8.self)
            }
            #expect(error?.field == "page_token", "change \(index)")
            #expect(error?.problem == "belongs to another request", "change \(index)")
        }
        #expect(fingerprints.count == changes.count)
    }

    @Test(
        arguments: [
            [], [.number(1)], [.absent, .absent, .absent], [.text([0x61]), .text([0x61])],
            [.number(1), .number(1)],
        ] as [[Cursor.Key]])
    func `keys of other kinds than the order's are refused, even in a well-made token`(
        keys: [Cursor.Key]
    ) throws {
        let fingerprint = try decodeList(request()).options.fingerprint
        let token = PageToken.encode(Cursor(keys: keys, id: 1), fingerprint: fingerprint)
        let error = listError {
            $0 = Samples.request
            $0.pageToken = String(decoding: token, as: UTF8.self)
        }
        #expect(error?.field == "page_token")
    }
}
