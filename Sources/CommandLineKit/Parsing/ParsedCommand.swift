/// A command line that fits its table: the command, its arguments and the value of every option.
public struct ParsedCommand: Sendable {
    /// Where the value of an option came from.
    public enum Origin: Hashable, Sendable {
        case commandLine
        case variable(String)
        /// A file of settings; what messages call the place in it.
        case file(String)
        case defaultValue
    }

    public let command: String
    public let positionals: [String]
    private let options: [Option]
    private var values: [String: [String]] = [:]
    private var origins: [String: Origin] = [:]
    private var counts: [String: Int] = [:]

    init(command: String, positionals: [String], options: [Option]) {
        self.command = command
        self.positionals = positionals
        self.options = options
    }

    /// Whether a flag was given.
    public func flag(_ name: String) -> Bool { values[known(name)] != nil }

    /// How often a counted flag was given.
    public func count(_ name: String) -> Int { counts[known(name)] ?? 0 }

    /// The value of an option; nil when it has none from any origin.
    public func string(_ name: String) -> String? { values[known(name)]?.last }

    /// The values of a repeated option, in order.
    public func strings(_ name: String) -> [String] { values[known(name)] ?? [] }

    /// Where the value came from; nil when there is none.
    public func origin(of name: String) -> Origin? { origins[known(name)] }

    /// What messages call an option: `--timeout`, or the variable or the place of the file that its
    /// value came from.
    public func label(of name: String) -> String {
        switch origins[name] {
        case .variable(let variable): variable
        case .file(let place): "\(place): \(name)"
        default: "--\(name)"
        }
    }

    /// A usage error about the value of an option, naming where that value came from.
    public func invalid(_ name: String, _ problem: String) -> UsageError {
        UsageError("\(label(of: name)): \(problem)", command: command)
    }

    /// A name that is not in the table is a mistake in the program, found by its first test.
    private func known(_ name: String) -> String {
        precondition(options.contains { $0.long == name }, "the table has no option --\(name)")
        return name
    }

    mutating func take(_ occurrences: [Scanner.Occurrence]) throws(UsageError) {
        for occurrence in occurrences {
            let option = occurrence.option
            if option.kind == .counted { counts[option.long, default: 0] += 1 }
            if option.kind == .flag || option.kind == .single, values[option.long] != nil {
                throw UsageError("option '--\(option.long)' stands twice; give it once")
            }
            if let value = occurrence.value {
                try check(value, of: option, label: "'\(occurrence.spelling)'")
                values[option.long, default: []].append(value)
            } else {
                values[option.long] = []
            }
            origins[option.long] = .commandLine
        }
    }

    /// Options that have no value yet and can have one.
    private var open: [Option] { options.filter { values[$0.long] == nil && $0.takesValue } }

    mutating func fillIn(from environment: [String: String]) throws(UsageError) {
        for option in open {
            guard let variable = option.variable, let text = environment[variable], !text.isEmpty
            else { continue }
            try set(option, text, label: variable)
            origins[option.long] = .variable(variable)
        }
    }

    mutating func fillIn(from file: [String: ConfiguredValue]) throws(UsageError) {
        for option in open {
            guard let value = file[option.long] else { continue }
            try set(option, value.text, label: "\(value.place): \(option.long)")
            origins[option.long] = .file(value.place)
        }
    }

    mutating func fillInDefaults() {
        for option in open {
            guard let value = option.defaultValue else { continue }
            values[option.long] = [value]
            origins[option.long] = .defaultValue
        }
    }

    private mutating func set(
        _ option: Option, _ text: String, label: String
    ) throws(UsageError) {
        let isList = option.kind == .repeated
        let parts = isList ? text.split(separator: ",").map(String.init) : [text]
        for part in parts { try check(part, of: option, label: label) }
        values[option.long] = parts
    }

    private func check(_ value: String, of option: Option, label: String) throws(UsageError) {
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError(
                "\(label) cannot be \(quoted(value)); "
                    + "use one of: \(option.choices.joined(separator: ", "))")
        }
    }
}

/// The value of an option from a file of settings.
public struct ConfiguredValue: Hashable, Sendable {
    public var text: String
    /// What messages call the place it stands at, such as `/etc/config:3`.
    public var place: String

    public init(_ text: String, place: String) {
        self.text = text
        self.place = place
    }
}
