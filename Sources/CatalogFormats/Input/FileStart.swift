/// The beginning of a file: enough of it to tell its encoding and its syntax.
struct FileStart {
    enum Syntax {
        case json
        case csv
    }

    /// The bytes read so far.
    let bytes: [UInt8]
    /// Bytes of a byte order mark, which is no part of the text.
    let markByteCount: Int
    let syntax: Syntax

    /// Bytes that are looked at to tell the syntax; more than any name of a column has.
    private static let byteCountMaximum = 128

    /// Reads as much as is needed.
    ///
    /// - Parameter format: the format that the caller named; nil = found out by the content, then by
    ///   the file's name.
    /// - Throws: for an encoding that is not read.
    init(
        _ input: FileInput, _ source: CatalogSource, format: CatalogFormat?
    ) throws(CatalogFault) {
        var prefix: [UInt8] = []
        var isAtEnd = false
        func extend() throws(CatalogFault) {
            isAtEnd = try !input.readChunk()
            unsafe prefix.append(contentsOf: input.chunk)
        }
        while prefix.count < Encoding.prefixByteCount, !isAtEnd { try extend() }
        guard case .utf8(let markByteCount) = try Self.encoding(of: prefix, source) else {
            preconditionFailure("other encodings throw")
        }
        self.markByteCount = markByteCount
        if let format {
            syntax = format == .csv ? .csv : .json
        } else {
            while prefix.count < Self.byteCountMaximum, !isAtEnd,
                Self.syntax(of: prefix[markByteCount...], isWhole: false) == nil
            {
                try extend()
            }
            // The same bytes decide however many were read at once.
            let head = prefix.prefix(Self.byteCountMaximum).dropFirst(markByteCount)
            let isWhole = isAtEnd && prefix.count <= Self.byteCountMaximum
            syntax =
                Self.syntax(of: head, isWhole: isWhole)
                ?? (source.nameExtension == "csv" ? .csv : .json)
        }
        bytes = prefix
    }

    private static func encoding(
        of prefix: [UInt8], _ source: CatalogSource
    ) throws(CatalogFault) -> Encoding {
        let encoding = Encoding(prefix: prefix)
        if case .foreign(let name, let remedy) = encoding {
            throw CatalogFault(
                file: source.name, position: nil, field: "", problem: "is \(name)", remedy: remedy)
        }
        return encoding
    }

    /// What the content says; nil when that is not clear, or not yet.
    ///
    /// JSON begins with a list or an object, CSV with the name of a known column.
    static func syntax(of text: ArraySlice<UInt8>, isWhole: Bool) -> Syntax? {
        let start = text.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first = start.first else { return nil }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .json }
        let isQuoted = first == UInt8(ascii: "\"")
        let field = isQuoted ? start.dropFirst() : start
        let endings: [UInt8] = isQuoted ? [UInt8(ascii: "\"")] : [0x2C, 0x0A, 0x0D]
        let name = field.prefix { !endings.contains($0) }
        guard name.count < field.count || (isWhole && !isQuoted) else { return nil }
        return CSVColumn(name: Array(name)) == nil ? nil : .csv
    }
}
