/// What a command line asks for.
public enum Invocation: Sendable {
    case command(ParsedCommand)
    /// Help, the version, a completion script or the manual: print it to standard output and end
    /// with success.
    case text(String)
}

extension CommandTable {
    /// Reads a command line.
    ///
    /// Options may stand before and after the command and between its arguments. Command line
    /// beats environment, environment beats file, file beats default. Without any argument the help
    /// is shown.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - file: values of options by their long names from a file of settings; is told what the
    ///     command line and the environment say, which may choose the file.
    public func parse(
        arguments: [String], environment: [String: String],
        file: (ParsedCommand) throws(UsageError) -> [String: ConfiguredValue] = { _ in [:] }
    ) throws(UsageError) -> Invocation {
        if arguments.isEmpty { return .text(help()) }
        var command: Command?
        do throws(UsageError) {
            let (occurrences, words) = try scan(arguments, command: &command)
            let flags = Set(occurrences.filter { !$0.option.takesValue }.map(\.option.long))
            if flags.contains("help") { return .text(help(for: command)) }
            if flags.contains("version") { return .text("\(program) \(version)\n") }
            guard let command else { throw UsageError("no command given") }
            try checkBelonging(occurrences, to: command)
            try check(words, of: command)
            if let text = try builtIn(command, words) { return .text(text) }
            var parsed = ParsedCommand(
                command: command.name, positionals: words,
                options: globalOptions + command.options)
            try parsed.take(occurrences)
            try parsed.fillIn(from: environment)
            let configured = try file(parsed)
            try parsed.fillIn(from: configured)
            parsed.fillInDefaults()
            return .command(parsed)
        } catch {
            let topic = command.map { "\(program) \($0.name)" } ?? program
            throw UsageError("\(error.message) (see '\(topic) --help')", command: command?.name)
        }
    }

    private func scan(
        _ arguments: [String], command: inout Command?
    ) throws(UsageError) -> (occurrences: [Scanner.Occurrence], words: [String]) {
        var scanner = Scanner(arguments)
        var known = globalOptions + commands.flatMap(\.options)
        var occurrences: [Scanner.Occurrence] = []
        var words: [String] = []
        // The first word of a command of two.
        var group: String?
        while let item = try scanner.scan(known: known) {
            switch item {
            case .option(let occurrence):
                occurrences.append(occurrence)
            case .word(let word) where command == nil:
                let name = group.map { "\($0) \(word)" } ?? word
                if let found = self.command(named: name) {
                    command = found
                    known = globalOptions + found.options
                } else if group == nil, !members(of: word).isEmpty {
                    group = word
                } else {
                    throw unknownCommand(name)
                }
            case .word(let word):
                // A command of two words, such as `bench find`.
                if words.isEmpty, let first = command,
                    let found = self.command(named: "\(first.name) \(word)")
                {
                    command = found
                    known = globalOptions + found.options
                } else {
                    words.append(word)
                }
            }
        }
        if command == nil, let group {
            let names = members(of: group).joined(separator: ", ")
            throw UsageError("'\(group)' needs one of: \(names)")
        }
        return (occurrences, words)
    }

    /// Second words of the commands that begin with a word, such as `mix synth`.
    private func members(of group: String) -> [String] {
        commands.map(\.name).filter { $0.hasPrefix("\(group) ") }
            .map { String($0.dropFirst(group.count + 1)) }
    }

    private func unknownCommand(_ word: String) -> UsageError {
        let hint = NearestName.hint(word, in: commands.map(\.name))
        return UsageError("unknown command \(quoted(word))\(hint)")
    }

    /// Options before the command were looked up among all commands.
    private func checkBelonging(
        _ occurrences: [Scanner.Occurrence], to command: Command
    ) throws(UsageError) {
        let known = (globalOptions + command.options).map(\.long)
        for occurrence in occurrences where !known.contains(occurrence.option.long) {
            throw UsageError(
                "option '\(occurrence.spelling)' does not belong to '\(command.name)'"
                    + NearestName.hint(occurrence.option.long, in: known))
        }
    }

    private func check(_ words: [String], of command: Command) throws(UsageError) {
        let required = command.arguments.filter(\.isRequired)
        if words.count < required.count {
            throw UsageError("'\(command.name)' needs \(required[words.count].name)")
        }
        let takesMore = command.arguments.last?.isRepeated ?? false
        if words.count > command.arguments.count, !takesMore {
            throw UsageError("unexpected argument \(quoted(words[command.arguments.count]))")
        }
        for (index, word) in words.enumerated() {
            let argument = command.arguments[min(index, command.arguments.count - 1)]
            guard argument.choices.isEmpty || argument.choices.contains(word) else {
                throw UsageError(
                    "\(argument.name) cannot be \(quoted(word)); "
                        + "use one of: \(argument.choices.joined(separator: ", "))")
            }
        }
    }

    private func topic(_ word: String) throws(UsageError) -> Command {
        guard let topic = command(named: word) else { throw unknownCommand(word) }
        return topic
    }

    private func builtIn(_ command: Command, _ words: [String]) throws(UsageError) -> String? {
        switch command.name {
        case "completion":
            return words.first.flatMap(CompletionShell.init(rawValue:)).map(completionScript)
        case "man":
            if words.isEmpty { return manualPage() }
            return manualPage(of: try topic(words.joined(separator: " ")))
        case "help":
            if words.isEmpty { return help() }
            return help(for: try topic(words.joined(separator: " ")))
        default:
            return nil
        }
    }
}
