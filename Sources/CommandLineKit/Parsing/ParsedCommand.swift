/// A command line that fits its table: the command, its arguments and the value of every option.
public struct ParsedCommand: Sendable {
    /// Where the value of an option came from.
    public enum Origin: Hashable, Sendable {
        case commandLine
        case variable(String)
        case defaultValue
    }

    public let command: String
    public let positionals: [String]
    private let options: [Option]
    private var values: [String: [String]] = [:]
    private var origins: [String: Origin] = [:]

    init(command: String, positionals: [String], options: [Option]) {
        self.command = command
        self.positionals = positionals
        self.options = options
    }

    /// Whether a flag was given.
    public func flag(_ name: String) -> Bool { values[known(name)] != nil }

    /// The value of an option; nil when it has none from any origin.
    public func string(_ name: String) -> String? { values[known(name)]?.last }

    /// The values of a repeated option, in order.
    public func strings(_ name: String) -> [String] { values[known(name)] ?? [] }

    /// Where the value came from; nil when there is none.
    public func origin(of name: String) -> Origin? { origins[known(name)] }

    /// What messages call an option: `--timeout` or the variable it came from.
    public func label(of name: String) -> String {
        if case .variable(let variable) = origins[name] { return variable }
        return "--\(name)"
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
            if option.kind != .repeated, values[option.long] != nil {
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

    mutating func fillIn(from environment: [String: String]) throws(UsageError) {
        for option in options where values[option.long] == nil && option.kind != .flag {
            if let variable = option.variable, let text = environment[variable], !text.isEmpty {
                let list = option.kind == .repeated
                let parts = list ? text.split(separator: ",").map(String.init) : [text]
                for part in parts { try check(part, of: option, label: variable) }
                values[option.long] = parts
                origins[option.long] = .variable(variable)
            } else if let value = option.defaultValue {
                values[option.long] = [value]
                origins[option.long] = .defaultValue
            }
        }
    }

    private func check(_ value: String, of option: Option, label: String) throws(UsageError) {
        guard option.choices.isEmpty || option.choices.contains(value) else {
            throw UsageError(
                "\(label) cannot be \(quoted(value)); "
                    + "use one of: \(option.choices.joined(separator: ", "))")
        }
    }
}
