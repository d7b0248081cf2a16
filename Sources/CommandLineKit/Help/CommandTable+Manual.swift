extension CommandTable {
    /// The manual page of the program in section 1, as roff with the `man` macros.
    public func manualPage() -> String {
        var text = ".TH \(Self.roff(program.uppercased())) 1 \"\" \"\(Self.roff(program)) "
        text += "\(Self.roff(version))\"\n"
        text += ".SH NAME\n\(Self.roff(program)) \\- \(Self.roff(summary))\n"
        text += ".SH SYNOPSIS\n.B \(Self.roff(program))\n"
        text += ".I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n"
        text += ".SH EXAMPLES\n" + Self.examples(examples)
        text += ".SH COMMANDS\n"
        for command in commands {
            text += ".SS \"\(Self.roff(synopsis(of: command)))\"\n"
            text += Self.line(Self.sentence(command.summary))
            text += Self.body(of: command) + Self.examples(command.examples)
        }
        text += ".SH OPTIONS\n"
        for option in globalOptions { text += Self.item(option.synopsis, option.fullHelp) }
        for note in notes {
            text += ".SH \"\(Self.roff(note.title.uppercased()))\"\n"
            for row in note.rows { text += Self.item(row.term, row.text) }
        }
        return text
    }

    /// The manual page of one command in section 1.
    public func manualPage(of command: Command) -> String {
        let name = "\(program)-\(command.name)"
        var text = ".TH \(Self.roff(name.uppercased())) 1 \"\" \"\(Self.roff(program)) "
        text += "\(Self.roff(version))\"\n"
        text += ".SH NAME\n\(Self.roff(name)) \\- \(Self.roff(command.summary))\n"
        text += ".SH SYNOPSIS\n\(Self.line(synopsis(of: command)))"
        if !command.examples.isEmpty { text += ".SH EXAMPLES\n" + Self.examples(command.examples) }
        let body = Self.body(of: command)
        if !body.isEmpty { text += ".SH ARGUMENTS AND OPTIONS\n" + body }
        text += ".SH OPTIONS OF EVERY COMMAND\n"
        for option in globalOptions { text += Self.item(option.synopsis, option.fullHelp) }
        return text + ".SH SEE ALSO\n.BR \(Self.roff(program)) (1)\n"
    }

    private func synopsis(of command: Command) -> String {
        ([program, command.name, "[OPTION]..."] + command.arguments.map(\.synopsis))
            .joined(separator: " ")
    }

    /// Arguments, options and notes.
    private static func body(of command: Command) -> String {
        var text = ""
        for argument in command.arguments where !argument.fullHelp.isEmpty {
            text += item(argument.name, argument.fullHelp)
        }
        for option in command.options { text += item(option.synopsis, option.fullHelp) }
        for note in command.notes {
            text += ".PP\n" + line(note.title + ":")
            for row in note.rows { text += item(row.term, row.text) }
        }
        return text
    }

    private static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func item(_ term: String, _ text: String) -> String {
        ".TP\n\\fB\(roff(term))\\fR\n\(line(text))"
    }

    private static func examples(_ examples: [Example]) -> String {
        examples.map { ".PP\n\(line($0.meaning)).RS\n.nf\n\(line($0.commandLine)).fi\n.RE\n" }
            .joined()
    }

    /// One line of text that roff cannot take for a request.
    private static func line(_ text: some StringProtocol) -> String {
        let escaped = roff(text)
        return (escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" : "") + escaped + "\n"
    }

    private static func roff(_ text: some StringProtocol) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "\"": result += "\\(dq"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "`": result += "\\(ga"
            default: result.append(character)
            }
        }
        return result
    }
}
