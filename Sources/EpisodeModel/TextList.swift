/// A list of texts in one buffer, so that a reused query holds any number of filter values without
/// an allocation for each.
public struct TextList: Hashable, Sendable {
    @usableFromInline internal var bytes: [UInt8] = []
    @usableFromInline internal var ends: [Int] = []

    public init() {}

    public init(_ texts: some Sequence<String>) {
        for text in texts { append(text.utf8) }
    }

    /// Adds one text, given as UTF-8.
    @inlinable
    public mutating func append(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
        ends.append(bytes.count)
    }

    /// Empties the list and keeps its memory.
    @inlinable
    public mutating func removeAll() {
        if ends.isEmpty { return }
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}

extension TextList: RandomAccessCollection {
    @inlinable public var startIndex: Int { 0 }
    @inlinable public var endIndex: Int { ends.count }

    /// The UTF-8 of one text.
    @inlinable
    public subscript(position: Int) -> ArraySlice<UInt8> {
        bytes[(position == 0 ? 0 : ends[position - 1])..<ends[position]]
    }

    /// Calls `body` with the UTF-8 of one text, without counting references.
    @inlinable
    public func withText<Result>(
        at position: Int, _ body: (borrowing Span<UInt8>) -> Result
    ) -> Result {
        let start = position == 0 ? 0 : ends[position - 1]
        return body(bytes.span.extracting(start..<ends[position]))
    }

    /// The texts as strings; for messages and tests, not for the request path.
    public var strings: [String] { map { String(decoding: $0, as: UTF8.self) } }
}
