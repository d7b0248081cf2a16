extension CommandTable {
    func bashCompletion() -> String {
        let name = functionName
        let names = completedCommands.map(\.name)
        var text = """
            # bash completion for \(program); read it with: source <(\(program) completion bash)
            \(name)() {
                local current="${COMP_WORDS[COMP_CWORD]}" previous="" command="" index
                if ((COMP_CWORD > 0)); then previous="${COMP_WORDS[COMP_CWORD - 1]}"; fi
                # bash makes words of its own out of --option=value
                if [[ $current == "=" ]]; then
                    current=""
                elif [[ $previous == "=" ]] && ((COMP_CWORD > 1)); then
                    previous="${COMP_WORDS[COMP_CWORD - 2]}"
                fi
                for ((index = 1; index < COMP_CWORD; index++)); do
                    case "${COMP_WORDS[index]}" in
                        \(names.joined(separator: "|")))
                            command="${COMP_WORDS[index]}"
                            break ;;
                    esac
                done
                local words="\(Self.words(globalOptions))"
                case "$command:$previous" in

            """
        for option in globalOptions where option.takesNextWord {
            text += Self.bashValueCase(option, command: "*")
        }
        for command in completedCommands {
            for option in command.options where option.takesNextWord {
                text += Self.bashValueCase(option, command: command.name)
            }
        }
        text += "    esac\n" + bashFileArguments() + "    case \"$command\" in\n"
        text += "        \"\") words=\"\(names.joined(separator: " ")) $words\" ;;\n"
        for command in completedCommands {
            let words = argumentChoices(of: command) + [Self.words(command.options)]
            let joined = words.filter { !$0.isEmpty }.joined(separator: " ")
            if joined.isEmpty { continue }
            text += "        \(command.name)) words=\"\(joined) $words\" ;;\n"
        }
        return text + """
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
            }
            complete -F \(name) \(program)

            """
    }

    /// Commands whose arguments are files complete these unless an option is begun.
    private func bashFileArguments() -> String {
        let names = completedCommands.filter { $0.arguments.first?.takesFile == true }.map(\.name)
        guard !names.isEmpty else { return "" }
        return """
                case "$command:$current" in
                    *:-*) ;;
                    \(names.map { "\($0):*" }.joined(separator: "|")))
                        \(Self.bashFiles)
                        return ;;
                esac

            """
    }

    private static let bashFiles =
        "compopt -o filenames 2> /dev/null || true; "
        + "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"

    private static func words(_ options: [Option]) -> String {
        options.flatMap(\.spellings).joined(separator: " ")
    }

    private static func bashValueCase(_ option: Option, command: String) -> String {
        let patterns = option.spellings.map { "\(command):\($0)" }.joined(separator: "|")
        let reply =
            "COMPREPLY=($(compgen -W \"\(option.offers.joined(separator: " "))\" -- \"$current\"))"
        let free = option.takesFile ? bashFiles : "COMPREPLY=()"
        let body = option.offers.isEmpty ? free : reply
        return "        \(patterns))\n            \(body)\n            return ;;\n"
    }
}
