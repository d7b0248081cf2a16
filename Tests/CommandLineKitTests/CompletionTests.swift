// Purpose: completion scripts as whole texts, and the bash one driven by a real bash.
import CommandLineKit
import Foundation
import Testing

struct CompletionTests {
    @Test func `the bash script is this`() throws {
        #expect(
            try Sample.text("completion", "bash") == #"""
                # bash completion for shelf; read it with: source <(shelf completion bash)
                _shelf() {
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
                            list|get|completion|man|help)
                                command="${COMP_WORDS[index]}"
                                break ;;
                        esac
                    done
                    local words="-o --output -q --quiet -v --verbose --timeout -h --help --version"
                    case "$command:$previous" in
                        *:-o|*:--output)
                            COMPREPLY=($(compgen -W "table json" -- "$current"))
                            return ;;
                        *:--timeout)
                            COMPREPLY=()
                            return ;;
                        list:--sort)
                            COMPREPLY=()
                            return ;;
                        list:-t|list:--topic)
                            COMPREPLY=()
                            return ;;
                        list:--limit)
                            COMPREPLY=()
                            return ;;
                    esac
                    case "$command" in
                        "") words="list get completion man help $words" ;;
                        list) words="--sort -t --topic --limit --facets $words" ;;
                        completion) words="bash zsh fish $words" ;;
                        help) words="list get completion man help $words" ;;
                    esac
                    COMPREPLY=($(compgen -W "$words" -- "$current"))
                }
                complete -F _shelf shelf

                """#)
    }

    @Test func `the zsh script is this`() throws {
        #expect(
            try Sample.text("completion", "zsh") == #"""
                #compdef shelf
                # zsh completion for shelf; save it as _shelf in a directory of $fpath

                _shelf() {
                    local context state state_descr line
                    typeset -A opt_args
                    local -a commands everywhere
                    commands=(
                        'list:list books'
                        'get:show books'
                        'completion:print a completion script for a shell'
                        'man:print the manual page'
                        'help:show help for the program or a command'
                    )
                    everywhere=(
                        '(-o --output)-o[How to print]:FORMAT:(table json)'
                        '(-o --output)--output=[How to print]:FORMAT:(table json)'
                        '(-q --quiet)-q[Say nothing but errors]'
                        '(-q --quiet)--quiet[Say nothing but errors]'
                        '(-v --verbose)-v[Say more]'
                        '(-v --verbose)--verbose[Say more]'
                        '(--timeout)--timeout=[How long to wait]:TIME: '
                        '(-h --help)-h[Show help and leave]'
                        '(-h --help)--help[Show help and leave]'
                        '(--version)--version[Show the version and leave]'
                    )
                    _arguments -C "${everywhere[@]}" \
                        '1:command:->command' '*::argument:->argument'
                    case $state in
                        command) _describe 'command' commands ;;
                        argument)
                            case $line[1] in
                                list)
                                    _arguments "${everywhere[@]}" \
                                        '(--sort)--sort=[Keys, separated by commas]:KEYS: ' \
                                        '*-t[Only books on this topic]:NAME: ' \
                                        '*--topic=[Only books on this topic]:NAME: ' \
                                        '(--limit)--limit=[At most N]:N: ' \
                                        '(--facets)--facets=-[Count values, the reader'\''s way]::NAMES: ' \
                                        '*:QUERY: ' ;;
                                get)
                                    _arguments "${everywhere[@]}" \
                                        '*:ID: ' ;;
                                completion)
                                    _arguments "${everywhere[@]}" \
                                        '1:SHELL:(bash zsh fish)' ;;
                                man)
                                    _arguments "${everywhere[@]}" ;;
                                help)
                                    _arguments "${everywhere[@]}" \
                                        '1:COMMAND:(list get completion man help)' ;;
                            esac ;;
                    esac
                }

                if [ "$funcstack[1]" = "_shelf" ]; then
                    _shelf "$@"
                else
                    compdef _shelf shelf
                fi

                """#)
    }

    @Test func `the fish script is this`() throws {
        #expect(
            try Sample.text("completion", "fish") == #"""
                # fish completion for shelf
                complete -c shelf -f
                complete -c shelf -s o -l output -x -a 'table json' -d 'How to print'
                complete -c shelf -s q -l quiet -d 'Say nothing but errors'
                complete -c shelf -s v -l verbose -d 'Say more'
                complete -c shelf -l timeout -x -d 'How long to wait'
                complete -c shelf -s h -l help -d 'Show help and leave'
                complete -c shelf -l version -d 'Show the version and leave'
                complete -c shelf -n __fish_use_subcommand -a list -d 'list books'
                complete -c shelf -n __fish_use_subcommand -a get -d 'show books'
                complete -c shelf -n __fish_use_subcommand -a completion -d 'print a completion script for a shell'
                complete -c shelf -n __fish_use_subcommand -a man -d 'print the manual page'
                complete -c shelf -n __fish_use_subcommand -a help -d 'show help for the program or a command'
                complete -c shelf -n '__fish_seen_subcommand_from list' -l sort -x -d 'Keys, separated by commas'
                complete -c shelf -n '__fish_seen_subcommand_from list' -s t -l topic -x -d 'Only books on this topic'
                complete -c shelf -n '__fish_seen_subcommand_from list' -l limit -x -d 'At most N'
                complete -c shelf -n '__fish_seen_subcommand_from list' -l facets -d 'Count values, the reader\'s way'
                complete -c shelf -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'
                complete -c shelf -n '__fish_seen_subcommand_from help' -a 'list get completion man help'

                """#)
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("shelf l", "list"), ("shelf list --to", "--topic"), ("shelf -o j", "json"),
            ("shelf list --output = t", "table"), ("shelf list --output =", "table json"),
            ("shelf help g", "get"), ("shelf completion z", "zsh"), ("shelf list --sort n", ""),
            ("shelf get --qu", "--quiet"),
        ])
    func `bash completes commands, options and choices`(line: String, replies: String) throws {
        let script = try Sample.text("completion", "bash")
        #expect(try bashReplies(to: line, script) == replies + "\n")
    }

    /// What a real bash proposes for the last word of a line.
    private func bashReplies(
        to line: String, _ completion: String, directory: URL? = nil
    ) throws -> String {
        let words = line.split(separator: " ").map { "'\($0)'" }
        let script =
            completion
            + "COMP_WORDS=(\(words.joined(separator: " "))); COMP_CWORD=\(words.count - 1)\n"
            + "_shelf; echo \"${COMPREPLY[*]}\"\n"
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(fileURLWithPath: "/bin/bash")
        bash.arguments = ["--norc", "-euc", script]
        bash.standardOutput = output
        if let directory { bash.currentDirectoryURL = directory }
        try bash.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        bash.waitUntilExit()
        #expect(bash.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    /// Values and arguments that are called FILE or PATH are files.
    private static let fileTable = CommandTable(
        program: "shelf", summary: "keep books", version: "1",
        commands: [
            Command(
                name: "load", summary: "load books",
                options: [.single("into", value: "PATH", help: "Where to.")],
                arguments: [Argument("FILE", help: "Books.")])
        ])

    @Test func `files are completed where files are meant`() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("completion-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data().write(to: folder.appendingPathComponent("my books.csv"))
        let bash = Self.fileTable.completionScript(for: .bash)
        for line in ["shelf load m", "shelf load --into m", "shelf load --into = m"] {
            #expect(try bashReplies(to: line, bash, directory: folder) == "my books.csv\n")
        }
        #expect(try bashReplies(to: "shelf load --in", bash, directory: folder) == "--into\n")
        let zsh = Self.fileTable.completionScript(for: .zsh)
        #expect(zsh.contains("--into=[Where to]:PATH:_files"))
        #expect(zsh.contains("1:FILE:_files"))
        let fish = Self.fileTable.completionScript(for: .fish)
        #expect(fish.contains("-l into -r -F -d 'Where to'"))
        #expect(fish.contains("complete -c shelf -n '__fish_seen_subcommand_from load' -F\n"))
    }
}
