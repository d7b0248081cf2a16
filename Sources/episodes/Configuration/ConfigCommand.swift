import CommandLineKit
import SocketTransport

/// `config`: what is set, where it comes from, and changing it.
struct ConfigCommand {
    enum Task {
        case show
        case path
        case set(key: String, value: String)
        case unset(key: String)
    }

    let task: Task
    let command: ParsedCommand
    let place: ConfigurationPlace
    private let profile: String?

    init(_ command: ParsedCommand, _ place: ConfigurationPlace) throws(UsageError) {
        self.command = command
        self.place = place
        profile = command.string("profile")
        let words = command.positionals
        let count = words.count
        switch words.first ?? "show" {
        case "show" where count <= 1: task = .show
        case "path" where count == 1: task = .path
        case "set" where count == 3: task = .set(key: try Self.key(words[1]), value: words[2])
        case "unset" where count == 2: task = .unset(key: try Self.key(words[1]))
        case "set": throw UsageError("'config set' needs KEY VALUE")
        case "unset": throw UsageError("'config unset' needs KEY")
        default: throw UsageError("'config \(words.first ?? "")' takes no more words")
        }
        if let profile, !ConfigurationFile.isProfileName(profile) {
            throw command.invalid(
                "profile", "a profile's name has letters, digits, '_', '.' and '-', at most 64")
        }
    }

    private static func key(_ word: String) throws(UsageError) -> String {
        guard ConfigurationFile.keys.contains(word) else {
            throw UsageError(
                "unknown key '\(TextEscaping.escaped(String(word.prefix(64))))'"
                    + NearestName.hint(word, in: ConfigurationFile.keys)
                    + " (keys: \(ConfigurationFile.keys.joined(separator: ", ")))")
        }
        return word
    }

    /// Whether the file has to be read for the values of options: a wrong file must not stand in the
    /// way of finding and changing it.
    static func usesFile(_ command: ParsedCommand) -> Bool {
        command.command != "config" || (command.positionals.first ?? "show") == "show"
    }

    func run(_ format: OutputFormat) throws(Failure) -> ExitCode {
        switch task {
        case .show: try Session.write(Self.table(command, profile).text(format))
        case .path:
            guard let path = place.path else { throw Self.noHome }
            try Session.write(
                RecordOutput([("path", path)], identifier: path).text(
                    format == .table ? .ids : format))
        case .set(let key, let value): try change(key, to: value)
        case .unset(let key): try change(key, to: nil)
        }
        return .ok
    }

    /// Every setting with its value and where that comes from.
    private static func table(_ command: ParsedCommand, _ profile: String?) -> RowsOutput {
        var rows = ConfigurationFile.keys.map { key -> [String] in
            [key, command.string(key) ?? "", origin(command, key)]
        }
        rows.append(["profile", profile ?? "", origin(command, "profile")])
        return RowsOutput(
            columns: ["key", "value", "origin"], rows: rows, widthMinimums: [1: 12, 2: 12])
    }

    private static func origin(_ command: ParsedCommand, _ key: String) -> String {
        switch command.origin(of: key) {
        case .commandLine: "command line"
        case .variable(let name): "environment: \(name)"
        case .file(let place): place
        case .defaultValue: "default"
        case nil: "not set"
        }
    }

    private func change(_ key: String, to value: String?) throws(Failure) {
        guard let path = place.path else { throw Self.noHome }
        let file: ConfigurationFile
        do throws(UsageError) {
            file = try place.read()
            if let value { try Self.check(key, value, path) }
        } catch {
            throw Failure(error)
        }
        if value == nil, !file.entries.contains(where: { $0.key == key && $0.profile == profile }) {
            let owner = profile.map { "the profile '\($0)'" } ?? "what is for every profile"
            throw Failure(
                .notFound, status: "NOT_FOUND", message: "\(path): \(owner) has no '\(key)'")
        }
        do throws(TransportError) {
            try TextFile.write(file.setting(key, to: value, profile: profile), to: path)
        } catch {
            throw Failure(.internalError, status: "CONFIG", message: error.message)
        }
    }

    /// What a command would refuse is not written.
    private static func check(_ key: String, _ value: String, _ path: String) throws(UsageError) {
        guard !value.unicodeScalars.contains(where: { $0.value < 0x20 }) else {
            throw UsageError("\(key): a value is one line without control characters")
        }
        let parsed = try EpisodesTable.table.parse(arguments: ["catalog"], environment: [:]) { _ in
            [key: ConfiguredValue(value, place: "config set")]
        }
        guard case .command(let command) = parsed else { return }
        _ = try Settings(command, environment: [:], terminalWidth: nil)
    }

    private static let noHome = Failure(
        .usage, status: "USAGE",
        message: "there is no place for a file of settings; set XDG_CONFIG_HOME or HOME")
}
