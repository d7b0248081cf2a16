extension ConfigurationFile {
    /// The text of the file with one setting changed or added; everything else stays as it is.
    ///
    /// - Parameters:
    ///   - value: nil takes the setting out.
    ///   - profile: nil = for every profile. A new one is made at the end.
    func setting(_ key: String, to value: String?, profile: String?) -> String {
        var lines = lines
        let line = value.map { "\(key) = \(Self.quoted($0))\(lineTail)" }
        if let entry = entries.first(where: { $0.key == key && $0.profile == profile }) {
            lines.replaceSubrange((entry.line - 1)..<entry.line, with: line.map { [$0] } ?? [])
        } else if let line {
            insert(line, profile, into: &lines)
        }
        return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
    }

    private func insert(_ line: String, _ profile: String?, into lines: inout [String]) {
        // Behind the last setting of the same section, so that comments keep their place.
        if let last = entries.last(where: { $0.profile == profile }) {
            lines.insert(line, at: last.line)
        } else if let profile {
            if let section = profiles.first(where: { $0.name == profile }) {
                lines.insert(line, at: section.line)
            } else {
                if let last = lines.last, last != lineTail { lines.append(lineTail) }
                lines += ["[profile \(profile)]\(lineTail)", line]
            }
        } else if let section = profiles.first {
            lines.insert(contentsOf: [line, lineTail], at: section.line - 1)
        } else {
            lines.append(line)
        }
    }

    /// What the lines of this file have before their newline.
    private var lineTail: String { lines.first?.utf8.last == 0x0D ? "\r" : "" }

    private static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty && !value.hasPrefix(" ") && !value.hasSuffix(" ")
            && !value.hasPrefix("\"")
        return isPlain ? value : "\"\(value)\""
    }
}
