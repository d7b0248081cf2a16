extension CommandTable {
    func zshCompletion() -> String {
        let name = functionName
        var text = """
            #compdef \(program)
            # zsh completion for \(program); save it as _\(program) in a directory of $fpath

            \(name)() {
                local context state state_descr line
                typeset -A opt_args
                local -a commands everywhere
                commands=(

            """
        for command in completedCommands {
            text += "        \(Self.quotedWord("\(command.name):\(command.summary)"))\n"
        }
        text += "    )\n    everywhere=(\n"
        for line in globalOptions.flatMap(Self.zshOption) { text += "        \(line)\n" }
        text += """
                )
                _arguments -C "${everywhere[@]}" \\
                    '1:command:->command' '*::argument:->argument'
                case $state in
                    command) _describe 'command' commands ;;
                    argument)
                        case $line[1] in

            """
        for command in completedCommands {
            let lines = command.options.flatMap(Self.zshOption) + zshArguments(of: command)
            let joined = lines.map { " \\\n                        \($0)" }.joined()
            text += "                \(command.name))\n"
            text += "                    _arguments \"${everywhere[@]}\"\(joined) ;;\n"
        }
        return text + """
                        esac ;;
                esac
            }

            if [ "$funcstack[1]" = "\(name)" ]; then
                \(name) "$@"
            else
                compdef \(name) \(program)
            fi

            """
    }

    private func zshArguments(of command: Command) -> [String] {
        command.arguments.enumerated().map { index, argument in
            let place = argument.isRepeated ? "*" : "\(index + 1)"
            let choices = index == 0 ? argumentChoices(of: command) : argument.offers
            let free = argument.takesFile ? "_files" : " "
            let values = choices.isEmpty ? free : "(\(choices.joined(separator: " ")))"
            return Self.quotedWord("\(place):\(argument.name):\(values)")
        }
    }

    private static func zshOption(_ option: Option) -> [String] {
        let text = option.shortHelp.map { ":[]\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
        var value = ""
        if option.takesValue {
            let choices = option.offers.joined(separator: " ")
            value = ":\(option.valueName.map { $0 == ":" ? "\\:" : "\($0)" }.joined()):"
            value += choices.isEmpty ? (option.takesFile ? "_files" : " ") : "(\(choices))"
            if option.impliedValue != nil { value = ":" + value }
        }
        let equals = option.impliedValue == nil ? (option.takesValue ? "=" : "") : "=-"
        return option.spellings.map { spelling in
            let suffix = spelling.hasPrefix("--") ? equals : ""
            let exclusion =
                option.kind == .repeated || option.kind == .counted
                ? "*" : "(\(option.spellings.joined(separator: " ")))"
            return quotedWord("\(exclusion)\(spelling)\(suffix)[\(text)]\(value)")
        }
    }

    private static func quotedWord(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : "\($0)" }.joined() + "'"
    }
}
