extension CommandTable {
    /// A script that completes commands, options and their choices, to be read by the shell.
    public func completionScript(for shell: CompletionShell) -> String {
        switch shell {
        case .bash: bashCompletion()
        case .zsh: zshCompletion()
        case .fish: fishCompletion()
        }
    }

    /// Values that the command's first argument can have.
    func argumentChoices(of command: Command) -> [String] {
        guard command.name != "help", command.name != "man" else {
            return completedCommands.map(\.name)
        }
        return command.arguments.first?.offers ?? []
    }

    /// The commands as completion knows them: those of two words, such as `mix synth`, are one that
    /// offers their second words and all their options.
    var completedCommands: [Command] {
        var merged: [Command] = []
        for command in commands {
            let words = command.name.split(separator: " ").map(String.init)
            guard words.count == 2 else {
                merged.append(command)
                continue
            }
            let place = merged.firstIndex { $0.name == words[0] } ?? merged.endIndex
            if place == merged.endIndex { merged.append(Command(name: words[0], summary: "")) }
            let known = Set(merged[place].options.map(\.long))
            merged[place].options += command.options.filter { !known.contains($0.long) }
            let second = (merged[place].arguments.first?.choices ?? []) + [words[1]]
            merged[place].arguments = [
                Argument("ACTION", isRequired: false, isRepeated: true, choices: second, help: "")
            ]
            if self.command(named: words[0]) == nil {
                merged[place].summary = second.joined(separator: ", ")
            }
        }
        return merged
    }

    /// The program's name as part of a shell function's name.
    var functionName: String {
        "_" + String(program.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }
}

extension Option {
    /// The first sentence of the help, short enough to stand beside a completion.
    var shortHelp: String {
        let end = help.indices.first {
            help[$0] == "."
                && (help.index(after: $0) == help.endIndex
                    || help[help.index(after: $0)] == " ")
        }
        return String(help[..<(end ?? help.endIndex)])
    }

    /// Whether the value is the path of a file, which its name in help says.
    var takesFile: Bool { takesValue && isFileName(valueName) }

    var takesNextWord: Bool { takesValue && impliedValue == nil }

    /// What completion offers as a value.
    var offers: [String] { choices.isEmpty ? suggestions : choices }

    var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }
}

extension Argument {
    /// Whether it is the path of a file, which its name in help says.
    var takesFile: Bool { isFileName(name) }

    /// What completion offers as a value.
    var offers: [String] { choices.isEmpty ? suggestions : choices }
}

private func isFileName(_ name: String) -> Bool { name == "FILE" || name == "PATH" }
