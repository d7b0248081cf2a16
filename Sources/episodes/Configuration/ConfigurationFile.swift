import CommandLineKit

/// A file of settings: `key = value` lines, those below a `[profile NAME]` line only for that
/// profile. Lines that begin with `#` and empty ones mean nothing.
struct ConfigurationFile {
    /// What can be set, by the long names of the options.
    static let keys = ["server", "timeout", "output", "color", "pager"]

    /// One setting.
    struct Entry {
        var key: String
        var value: String
        /// Nil = every profile.
        var profile: String?
        /// Counted from 1.
        var line: Int
    }

    let path: String
    /// Each without the newline, but with the carriage return of files from Windows.
    private(set) var lines: [String]
    private(set) var entries: [Entry] = []
    /// Names in the order of the file, each with the number of its line.
    private(set) var profiles: [(name: String, line: Int)] = []

    /// - Throws: naming the file and the line that is wrong.
    init(path: String, text: String) throws(UsageError) {
        self.path = path
        // By bytes, as a carriage return and a newline are one character.
        lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        if lines.last?.isEmpty == true { lines.removeLast() }
        var profile: String?
        for (index, raw) in lines.enumerated() {
            let line = Self.trimmed(raw)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("[") {
                profile = try readProfile(line, index + 1)
            } else {
                try readEntry(line, profile, index + 1)
            }
        }
    }

    private mutating func readProfile(
        _ line: String, _ number: Int
    ) throws(UsageError) -> String {
        let words = line.dropFirst().dropLast().split(separator: " ")
        guard line.hasSuffix("]"), words.count == 2, words[0] == "profile",
            Self.isProfileName(String(words[1]))
        else {
            throw fault(number, "'\(Self.shown(line))' is no section; write [profile NAME]")
        }
        let name = String(words[1])
        if let other = profiles.first(where: { $0.name == name }) {
            throw fault(
                number, "the profile '\(name)' has begun in line \(other.line) already; join them")
        }
        profiles.append((name, number))
        return name
    }

    private mutating func readEntry(
        _ line: String, _ profile: String?, _ number: Int
    ) throws(UsageError) {
        guard let equals = line.firstIndex(of: "=") else {
            throw fault(number, "'\(Self.shown(line))' has no '='; write key = value")
        }
        let key = Self.trimmed(line[..<equals])
        guard Self.keys.contains(key) else {
            throw fault(
                number,
                "unknown key '\(Self.shown(key))'\(NearestName.hint(key, in: Self.keys)) (keys: "
                    + Self.keys.joined(separator: ", ") + ")")
        }
        if let other = entries.first(where: { $0.key == key && $0.profile == profile }) {
            throw fault(number, "'\(key)' stands in line \(other.line) already; give it once")
        }
        let value = Self.unquoted(Self.trimmed(line[line.index(after: equals)...]))
        entries.append(Entry(key: key, value: value, profile: profile, line: number))
    }

    private func fault(_ line: Int, _ problem: String) -> UsageError {
        UsageError("\(path):\(line): \(problem)")
    }

    private static func shown(_ text: String) -> String {
        TextEscaping.escaped(String(text.prefix(64)))
    }

    /// Without blanks and line ends around it.
    private static func trimmed(_ text: some StringProtocol) -> String {
        let blanks: Set<Character> = [" ", "\t", "\r", "\r\n"]
        let start = text.drop { blanks.contains($0) }
        guard let end = start.lastIndex(where: { !blanks.contains($0) }) else { return "" }
        return String(start[...end])
    }

    /// A value may stand in quotes, for blanks at its ends.
    private static func unquoted(_ text: String) -> String {
        text.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
            ? String(text.dropFirst().dropLast()) : text
    }

    static func isProfileName(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 64
            && name.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || "_.-".contains($0.description)
            }
    }
}

extension ConfigurationFile {
    /// The settings of a profile; what it does not say comes from above the first section.
    ///
    /// - Parameter profile: nil = only what is for every profile.
    /// - Throws: when there is no such profile, naming those that there are.
    func values(
        profile: String?, askedBy label: String
    ) throws(UsageError) -> [String: ConfiguredValue] {
        if let profile, !profiles.contains(where: { $0.name == profile }) {
            let names = profiles.map(\.name)
            let known =
                names.isEmpty
                ? "\(path) has none" : "profiles of \(path): \(names.joined(separator: ", "))"
            throw UsageError(
                "\(label): there is no profile '\(Self.shown(profile))'"
                    + "\(NearestName.hint(profile, in: names)) (\(known))")
        }
        var values: [String: ConfiguredValue] = [:]
        for entry in entries where entry.profile == nil || entry.profile == profile {
            // Those of a profile stand behind those of all, in the file too.
            let place = entry.profile.map { "\(path):\(entry.line), profile \($0)" }
            values[entry.key] = ConfiguredValue(
                entry.value, place: place ?? "\(path):\(entry.line)")
        }
        return values
    }
}
