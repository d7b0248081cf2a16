extension CommandTable {
    /// Help for a command, or for the whole program: examples first, at most 80 columns.
    public func help(for command: Command? = nil) -> String {
        guard let command else { return programHelp() }
        var text = "\(program) \(command.name): \(command.summary)\n"
        text += Self.section("Examples", Self.exampleLines(command.examples))
        text += "\nUsage:\n" + usage(of: command)
        let arguments = command.arguments.map { ($0.name, $0.fullHelp) }
        text += Self.section("Arguments", WordWrap.twoColumns(arguments))
        text += Self.section("Options", Self.optionRows(command.options))
        for note in command.notes { text += Self.section(note.title, Self.noteRows(note)) }
        text += Self.section("Options of every command", Self.optionRows(globalOptions))
        return text
    }

    private func programHelp() -> String {
        var text = "\(program): \(summary)\n"
        text += Self.section("Examples", Self.exampleLines(examples))
        text += "\nUsage:\n  \(program) COMMAND [OPTION]... [ARGUMENT]...\n"
        let rows = commands.map { ($0.name, $0.summary) }
        text += Self.section("Commands", WordWrap.twoColumns(rows))
        text += Self.section("Options", Self.optionRows(globalOptions))
        for note in notes { text += Self.section(note.title, Self.noteRows(note)) }
        return text + "\n'\(program) help COMMAND' explains a command.\n"
    }

    private func usage(of command: Command) -> String {
        let words = ["\(program) \(command.name)", "[OPTION]..."]
        return "  " + (words + command.arguments.map(\.synopsis)).joined(separator: " ") + "\n"
    }

    private static func section(_ title: String, _ body: String) -> String {
        body.isEmpty ? "" : "\n\(title):\n\(body)"
    }

    private static func exampleLines(_ examples: [Example]) -> String {
        examples.map { "  # \($0.meaning)\n  \($0.commandLine)\n" }.joined()
    }

    private static func noteRows(_ note: Note) -> String {
        WordWrap.twoColumns(note.rows.map { ($0.term, $0.text) })
    }

    private static func optionRows(_ options: [Option]) -> String {
        WordWrap.twoColumns(
            options.map { (($0.short == nil ? "    " : "") + $0.synopsis, $0.fullHelp) })
    }
}
