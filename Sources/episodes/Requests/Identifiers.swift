import CommandLineKit

/// Ids of episodes and videos as people and programs write them.
enum Identifiers {
    static func parse(_ text: String, label: String) throws(UsageError) -> UInt64 {
        guard !text.hasPrefix("-"), let id = NumberText.integer(text, as: UInt64.self) else {
            let shown = TextEscaping.escaped(String(text.prefix(64)))
            throw UsageError("\(label): '\(shown)' is not an id; write digits only")
        }
        return id
    }

    /// Most bytes of ids that are read from a stream.
    static let byteCountMaximum = 67_108_864

    /// Reads ids, one a line; blank lines and blanks around an id are passed over.
    /// - Throws: `Failure` with the number of the line.
    static func parseLines(_ bytes: [UInt8]) throws(Failure) -> [UInt64] {
        var ids: [UInt64] = []
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let blanks: Set<UInt8> = [0x20, 0x09, 0x0D]
            let start = line.drop { blanks.contains($0) }
            let end = start.lastIndex { !blanks.contains($0) }
            guard let end else { continue }
            let text = String(decoding: start[...end], as: UTF8.self)
            do throws(UsageError) {
                ids.append(try parse(text, label: "standard input, line \(index + 1)"))
            } catch {
                throw Failure(.badData, status: "BAD_DATA", message: error.message)
            }
        }
        return ids
    }
}
