/// One command of a program.
public struct Command: Hashable, Sendable {
    public var name: String
    /// One line, without a full stop.
    public var summary: String
    public var options: [Option]
    public var arguments: [Argument]
    public var examples: [Example]
    /// Tables of further explanation, such as the operators of a filter.
    public var notes: [Note]

    public init(
        name: String, summary: String, options: [Option] = [], arguments: [Argument] = [],
        examples: [Example] = [], notes: [Note] = []
    ) {
        self.name = name
        self.summary = summary
        self.options = options
        self.arguments = arguments
        self.examples = examples
        self.notes = notes
    }
}

/// A positional argument.
public struct Argument: Hashable, Sendable {
    /// What stands for it in help, in capitals.
    public var name: String
    public var isRequired: Bool
    /// Only the last argument of a command may be repeated.
    public var isRepeated: Bool
    /// The values there are; empty = any text.
    public var choices: [String]
    /// Values worth offering when a line is completed, where others are possible too.
    public var suggestions: [String]
    public var help: String

    public init(
        _ name: String, isRequired: Bool = true, isRepeated: Bool = false, choices: [String] = [],
        suggestions: [String] = [], help: String
    ) {
        self.name = name
        self.isRequired = isRequired
        self.isRepeated = isRepeated
        self.choices = choices
        self.suggestions = suggestions
        self.help = help
    }

    /// The help text with the values there are.
    var fullHelp: String {
        let values = choices.isEmpty ? "" : "One of: \(choices.joined(separator: ", "))."
        return [help, values].filter { !$0.isEmpty }.joined(separator: " ")
    }

    var synopsis: String {
        let word = isRequired ? name : "[\(name)]"
        return isRepeated ? word + "..." : word
    }
}

/// A command line worth copying and what it does.
public struct Example: Hashable, Sendable {
    public var commandLine: String
    public var meaning: String

    public init(_ commandLine: String, _ meaning: String) {
        self.commandLine = commandLine
        self.meaning = meaning
    }
}

/// A titled list of terms and what they mean.
public struct Note: Hashable, Sendable {
    public struct Row: Hashable, Sendable {
        public var term: String
        public var text: String

        public init(_ term: String, _ text: String) {
            self.term = term
            self.text = text
        }
    }

    public var title: String
    public var rows: [Row]

    public init(_ title: String, _ rows: [Row]) {
        self.title = title
        self.rows = rows
    }
}
