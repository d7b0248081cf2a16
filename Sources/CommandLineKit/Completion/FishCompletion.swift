extension CommandTable {
    func fishCompletion() -> String {
        var text = "# fish completion for \(program)\ncomplete -c \(program) -f\n"
        for option in globalOptions { text += fishOption(option, condition: nil) }
        for command in completedCommands {
            text += "complete -c \(program) -n __fish_use_subcommand -a \(command.name)"
            text += " -d \(Self.quotedWord(command.summary))\n"
        }
        for command in completedCommands {
            let condition = "__fish_seen_subcommand_from \(command.name)"
            for option in command.options { text += fishOption(option, condition: condition) }
            if command.arguments.first?.takesFile == true {
                text += "complete -c \(program) -n \(Self.quotedWord(condition)) -F\n"
            }
            let choices = argumentChoices(of: command)
            if !choices.isEmpty {
                text += "complete -c \(program) -n \(Self.quotedWord(condition))"
                text += " -a \(Self.quotedWord(choices.joined(separator: " ")))\n"
            }
        }
        return text
    }

    private func fishOption(_ option: Option, condition: String?) -> String {
        var text = "complete -c \(program)"
        if let condition { text += " -n \(Self.quotedWord(condition))" }
        if let short = option.short { text += " -s \(short)" }
        text += " -l \(option.long)"
        if option.takesValue, option.impliedValue == nil {
            text += option.takesFile ? " -r -F" : " -x"
        }
        if !option.offers.isEmpty {
            text += " -a \(Self.quotedWord(option.offers.joined(separator: " ")))"
        }
        return text + " -d \(Self.quotedWord(option.shortHelp))\n"
    }

    private static func quotedWord(_ text: String) -> String {
        "'" + text.map { "'\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "'"
    }
}
