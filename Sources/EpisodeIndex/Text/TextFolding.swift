/// Folded texts, for sort keys and for comparing values. One each thread: the buffers inside are
/// used again for every text.
struct TextFolding {
    private let memory = ScratchMemory()
    private var normalizer: TextNormalizer
    private let table = TextTable.shared
    /// The folded form of the text folded last.
    let folded: Buffer<UInt8>

    init() {
        normalizer = TextNormalizer(memory: memory)
        folded = memory.buffer()
    }

    /// The text in its normal form, each code point folded, without zero width spaces and marks
    /// that only decorate; signs and white space stay. Linear in the length of the text.
    ///
    /// May be empty for a text that is not. Bytes that are no UTF-8 are read as U+FFFD.
    static func fold(_ text: some Collection<UInt8>) -> [UInt8] {
        var folding = TextFolding()
        return Array(text).withView { folding.fold($0).array }
    }

    /// The same; good until the next call.
    mutating func fold(_ text: View<UInt8>) -> View<UInt8> {
        folded.removeAll()
        append(text, to: folded)
        return folded.view
    }

    /// Appends the folded form.
    mutating func append(_ text: View<UInt8>, to bytes: Buffer<UInt8>) {
        bytes.reserve(bytes.count + text.count)
        guard text.isASCII else {
            normalizer.normalize(text)
            return appendFolded(normalizer.scalars.view, to: bytes)
        }
        let start = bytes.count
        let output = unsafe bytes.pointer + start
        for index in 0..<text.count {
            unsafe output[index] = table.ascii.fold(text[index])
        }
        bytes.assumeCount(start + text.count)
    }

    private func appendFolded(_ scalars: View<UInt32>, to bytes: Buffer<UInt8>) {
        for index in 0..<scalars.count {
            let facts = table[scalars[index]]
            if facts.scalarClass != .zeroWidthSpace {
                table.appendFold(of: scalars[index], facts, to: bytes)
            }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with a view of the elements that must not leave it.
    func withView<Result>(_ body: (View<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return body(.empty) }
            return unsafe body(View(base, count: buffer.count))
        }
    }
}
