// Purpose: whole texts, because what readers see is the sum of all rules.
import CommandLineKit
import TestSupport
import Testing

struct HelpTests {
    @Test func `help of a command begins with examples`() throws {
        #expect(try Snapshot.difference(Sample.text("help", "list"), "help-list.txt") == nil)
    }

    @Test func `help of the program lists its commands and exit codes`() throws {
        #expect(try Snapshot.difference(Sample.text("--help"), "help.txt") == nil)
    }

    @Test func `no line of help is wider than 80 columns`() throws {
        for topic in ["list", "get", "completion", "man", "help"] {
            for line in try Sample.text("help", topic).split(separator: "\n") {
                #expect(line.count <= 80, "\(line)")
            }
        }
    }

    @Test func `the manual page escapes what roff would take for its own`() throws {
        #expect(try Snapshot.difference(Sample.text("man"), "man.txt") == nil)
    }
}
