import EpisodeModel

/// While building: turns texts into the numbers of their units.
struct UnitStreamBuilder {
    private let memory = ScratchMemory()
    private var tokenizer = Tokenizer()
    private(set) var identities = ByteInterner()
    private(set) var rows = RowBlocks<UInt32>()
    /// Pairs of run characters that stand directly together.
    private(set) var pairs = RunPairs()
    /// The row that is being added.
    private let row: Buffer<UInt32>

    init() {
        row = memory.buffer()
        // Number 0 ends a field, so no unit may have it.
        _ = identities.intern([])
    }

    mutating func append(_ episode: Episode) {
        row.removeAll()
        appendField(episode.name)
        appendField(episode.parentName)
        appendField(episode.technology)
        appendField(episode.contributors)
        appendField(episode.description)
        rows.append(row.view)
    }

    private mutating func appendField(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            if let base = utf8.baseAddress { unsafe appendField(View(base, count: utf8.count)) }
        }
        row.append(UnitStream.fieldEnd)
    }

    private mutating func appendField(_ text: View<UInt8>) {
        if text.isEmpty { return }
        tokenizer.scan(text)
        let scanner = tokenizer.scanner
        let tokens = scanner.tokens.view
        row.reserve(row.count + tokens.count + 1)
        var previousRun: UInt32 = 0
        for index in 0..<tokens.count {
            let token = tokens[index]
            let identity = identities.intern(scanner.key(of: token))
            row.append(identity | (token.hasSpaceBefore ? UnitStream.spaceFlag : 0))
            if token.kind == .run {
                if previousRun != 0, !token.hasSpaceBefore {
                    pairs.insert(RunPairs.key(previousRun, identity))
                }
                previousRun = identity
            } else {
                previousRun = 0
            }
        }
    }
}
