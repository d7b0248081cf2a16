/// One option of a program or a command: everything that parsing, help, completion scripts and the
/// manual page need to know of it.
public struct Option: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Takes no value.
        case flag
        /// Takes no value and says more each time it stands there, such as `-vv`.
        case counted
        /// Takes one value and stands at most once.
        case single
        /// Takes one value and may stand any number of times.
        case repeated
    }

    /// Without the dashes.
    public var long: String
    public var short: Character?
    public var kind: Kind
    /// What stands for the value in help, such as `HOST:PORT`; empty for flags.
    public var valueName: String
    /// The values there are; empty = any text.
    public var choices: [String]
    /// Values worth offering when a line is completed, where others are possible too.
    public var suggestions: [String] = []
    /// What the option means when it stands without `=VALUE`. With it, a value is only ever taken
    /// from behind a `=`, never from the next argument.
    public var impliedValue: String?
    /// Name of the environment variable that replaces the default; an empty variable counts as
    /// not set. A repeated option's variable holds its values separated by commas.
    public var variable: String?
    public var defaultValue: String?
    /// Unit of a number, for help: `ms`, `bytes`.
    public var unit: String
    /// One or two plain sentences, without the default, the unit and the variable.
    public var help: String

    /// An option that takes no value.
    public static func flag(_ long: String, short: Character? = nil, help: String) -> Option {
        Option(
            long: long, short: short, kind: .flag, valueName: "", choices: [], unit: "", help: help)
    }

    /// An option that takes no value and may stand several times.
    public static func counted(_ long: String, short: Character? = nil, help: String) -> Option {
        Option(
            long: long, short: short, kind: .counted, valueName: "", choices: [], unit: "",
            help: help)
    }

    /// An option with one value.
    public static func single(
        _ long: String, short: Character? = nil, value: String, choices: [String] = [],
        suggestions: [String] = [], impliedValue: String? = nil, variable: String? = nil,
        default: String? = nil,
        unit: String = "", help: String
    ) -> Option {
        Option(
            long: long, short: short, kind: .single, valueName: value, choices: choices,
            suggestions: suggestions,
            impliedValue: impliedValue, variable: variable, defaultValue: `default`, unit: unit,
            help: help)
    }

    /// An option that may stand any number of times, one value each.
    public static func repeated(
        _ long: String, short: Character? = nil, value: String, choices: [String] = [],
        suggestions: [String] = [], variable: String? = nil, default: String? = nil,
        unit: String = "", help: String
    ) -> Option {
        Option(
            long: long, short: short, kind: .repeated, valueName: value, choices: choices,
            suggestions: suggestions,
            variable: variable, defaultValue: `default`, unit: unit, help: help)
    }
}

extension Option {
    /// `-o, --output FORMAT`, as help and the manual show it.
    var synopsis: String {
        let start = short.map { "-\($0), " } ?? ""
        return "\(start)--\(long)\(valueSuffix)"
    }

    /// Whether a value follows, or may follow behind a `=`.
    public var takesValue: Bool { kind == .single || kind == .repeated }

    var valueSuffix: String {
        if !takesValue { return "" }
        return impliedValue == nil ? " \(valueName)" : "[=\(valueName)]"
    }

    /// The help text with everything else a reader needs: choices, unit, default, variable.
    var fullHelp: String {
        var parts = [help]
        if !choices.isEmpty { parts.append("One of: \(choices.joined(separator: ", ")).") }
        if kind == .repeated || kind == .counted { parts.append("May be repeated.") }
        var notes: [String] = []
        if !unit.isEmpty { notes.append("unit: \(unit)") }
        if let defaultValue { notes.append("default: \(defaultValue)") }
        if let variable { notes.append("env: \(variable)") }
        if !notes.isEmpty { parts.append("[\(notes.joined(separator: "; "))]") }
        return parts.joined(separator: " ")
    }
}
