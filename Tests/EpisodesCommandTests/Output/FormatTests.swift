// Purpose: every format of a command is one that the command writes, and one list of them is kept.
import CommandLineKit
import Testing

@testable import episodes

struct FormatTests {
    @Test func `a record has all its values in every format`() {
        let record = RecordOutput([("revision", "7"), ("source", "a\tb: c")], identifier: "7")
        #expect(record.text(.table) == "revision  7\nsource    a\\tb: c\n")
        #expect(record.text(.jsonl) == #"{"revision":"7","source":"a\tb: c"}"# + "\n")
        #expect(record.text(.yaml) == "revision: \"7\"\nsource: \"a\\tb: c\"\n")
        #expect(record.text(.csv) == "revision,source\r\n7,a\tb: c\r\n")
        #expect(record.text(.tsv) == "revision\tsource\n7\ta\\tb: c\n")
        #expect(record.text(.ids) == "7\n")
    }

    @Test func `every command of the table has a list of formats with its default in it`() {
        for command in EpisodesTable.table.commands {
            let formats = CommandFormats.of(command.name)
            #expect(!formats.isEmpty, "\(command.name)")
            #expect(Set(formats).count == formats.count, "\(command.name)")
        }
    }
}
