// Purpose: whole texts, because what readers see is the sum of all rules.
import CommandLineKit
import Testing

struct HelpTests {
    @Test func `help of a command begins with examples`() throws {
        #expect(
            try Sample.text("help", "list") == #"""
                shelf list: list books

                Examples:
                  # books with maps
                  shelf list --topic maps

                Usage:
                  shelf list [OPTION]... [QUERY]...

                Arguments:
                  QUERY  Words to find.

                Options:
                      --sort KEYS       Keys, separated by commas.
                  -t, --topic NAME      Only books on this topic. May be repeated. [env:
                                        SHELF_TOPICS]
                      --limit N         At most N. [unit: books; default: 20]
                      --facets[=NAMES]  Count values, the reader's way.

                Operators:
                  =   equal
                  ^=  begins with

                Options of every command:
                  -o, --output FORMAT  How to print. Quickly. One of: table, json. [default:
                                       table; env: SHELF_OUTPUT]
                  -q, --quiet          Say nothing but errors.
                  -v, --verbose        Say more.
                      --timeout TIME   How long to wait. [default: 2s; env: SHELF_TIMEOUT]
                  -h, --help           Show help and leave.
                      --version        Show the version and leave.

                """#)
    }

    @Test func `help of the program lists its commands and exit codes`() throws {
        #expect(
            try Sample.text("--help") == #"""
                shelf: keep books on a shelf

                Examples:
                  # what there is
                  shelf list

                Usage:
                  shelf COMMAND [OPTION]... [ARGUMENT]...

                Commands:
                  list        list books
                  get         show books
                  completion  print a completion script for a shell
                  man         print the manual page
                  help        show help for the program or a command

                Options:
                  -o, --output FORMAT  How to print. Quickly. One of: table, json. [default:
                                       table; env: SHELF_OUTPUT]
                  -q, --quiet          Say nothing but errors.
                  -v, --verbose        Say more.
                      --timeout TIME   How long to wait. [default: 2s; env: SHELF_TIMEOUT]
                  -h, --help           Show help and leave.
                      --version        Show the version and leave.

                Exit codes:
                  0         success
                  1         internal error
                  2         wrong usage
                  3         a threshold failed
                  4         not found, or only a part of it
                  5         cannot connect
                  6         bad input data
                  64+N      the server answered gRPC status N
                  130, 143  interrupted, terminated

                'shelf help COMMAND' explains a command.

                """#)
    }

    @Test func `no line of help is wider than 80 columns`() throws {
        for topic in ["list", "get", "completion", "man", "help"] {
            for line in try Sample.text("help", topic).split(separator: "\n") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test func `the manual page escapes what roff would take for its own`() throws {
        #expect(
            try Sample.text("man") == #"""
                .TH SHELF 1 "" "shelf 1.2.3"
                .SH NAME
                shelf \- keep books on a shelf
                .SH SYNOPSIS
                .B shelf
                .I COMMAND
                [\fIOPTION\fR]... [\fIARGUMENT\fR]...
                .SH EXAMPLES
                .PP
                what there is
                .RS
                .nf
                shelf list
                .fi
                .RE
                .SH COMMANDS
                .SS "shelf list [OPTION]... [QUERY]..."
                List books
                .TP
                \fBQUERY\fR
                Words to find.
                .TP
                \fB\-\-sort KEYS\fR
                Keys, separated by commas.
                .TP
                \fB\-t, \-\-topic NAME\fR
                Only books on this topic. May be repeated. [env: SHELF_TOPICS]
                .TP
                \fB\-\-limit N\fR
                At most N. [unit: books; default: 20]
                .TP
                \fB\-\-facets[=NAMES]\fR
                Count values, the reader\(aqs way.
                .PP
                Operators:
                .TP
                \fB=\fR
                equal
                .TP
                \fB\(ha=\fR
                begins with
                .PP
                books with maps
                .RS
                .nf
                shelf list \-\-topic maps
                .fi
                .RE
                .SS "shelf get [OPTION]... ID..."
                Show books
                .TP
                \fBID\fR
                Ids of books.
                .SS "shelf completion [OPTION]... SHELL"
                Print a completion script for a shell
                .PP
                complete words in this bash
                .RS
                .nf
                source <(shelf completion bash)
                .fi
                .RE
                .PP
                for every fish from now on
                .RS
                .nf
                shelf completion fish > \(ti/.config/fish/completions/shelf.fish
                .fi
                .RE
                .SS "shelf man [OPTION]..."
                Print the manual page
                .PP
                read it
                .RS
                .nf
                shelf man | man \-l \-
                .fi
                .RE
                .SS "shelf help [OPTION]... [COMMAND]"
                Show help for the program or a command
                .TP
                \fBCOMMAND\fR
                The command to explain.
                .PP
                how to set up completion
                .RS
                .nf
                shelf help completion
                .fi
                .RE
                .SH OPTIONS
                .TP
                \fB\-o, \-\-output FORMAT\fR
                How to print. Quickly. One of: table, json. [default: table; env: SHELF_OUTPUT]
                .TP
                \fB\-q, \-\-quiet\fR
                Say nothing but errors.
                .TP
                \fB\-v, \-\-verbose\fR
                Say more.
                .TP
                \fB\-\-timeout TIME\fR
                How long to wait. [default: 2s; env: SHELF_TIMEOUT]
                .TP
                \fB\-h, \-\-help\fR
                Show help and leave.
                .TP
                \fB\-\-version\fR
                Show the version and leave.
                .SH "EXIT CODES"
                .TP
                \fB0\fR
                success
                .TP
                \fB1\fR
                internal error
                .TP
                \fB2\fR
                wrong usage
                .TP
                \fB3\fR
                a threshold failed
                .TP
                \fB4\fR
                not found, or only a part of it
                .TP
                \fB5\fR
                cannot connect
                .TP
                \fB6\fR
                bad input data
                .TP
                \fB64+N\fR
                the server answered gRPC status N
                .TP
                \fB130, 143\fR
                interrupted, terminated

                """#)
    }
}
