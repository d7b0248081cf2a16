// Purpose: replies as rows: a list of messages has a column a field, anything else a row a field.
import CatalogFormats
import CommandLineKit
import MessageJSON
import Testing

@testable import episodes

struct ReplyRowsTests {
    private func text(
        _ type: String, _ reply: String, _ format: String, hasTitles: Bool = true
    ) throws -> String {
        let invocation = try EpisodesTable.table.parse(
            arguments: ["call", "GetCatalog", "-o", format], environment: [:])
        guard case .command(let command) = invocation else { throw UsageError("no command") }
        let settings = try Settings(command, environment: [:], terminalWidth: nil)
        let schema = try #require(MessageSchemas.compiled.messages["episodes.v1.\(type)"])
        return ReplyRows(schema).text(
            try JSONValue(parsing: Array(reply.utf8)), settings, hasTitles: hasTitles)
    }

    private static let list =
        #"{"episodes":[{"id":"1","name":"A\u001b","domains":[1,2]},{"id":"20","name":"B"}],"#
        + #""totalSize":"2"}"#

    @Test func `a table has the columns that hold something`() throws {
        #expect(
            try text("ListEpisodesResponse", Self.list, "table")
                == "ID  NAME  DOMAINS\n1   A\\e   [1,2]\n20  B\n")
    }

    @Test func `records have every column, and those that follow no titles`() throws {
        let first = try text("ListEpisodesResponse", Self.list, "tsv").split(separator: "\n")
        #expect(first.count == 3)
        #expect(first.first?.hasPrefix("id\tname\tdescription") == true)
        let columns = first.map { $0.count { $0 == "\t" } }
        #expect(Set(columns).count == 1)
        let next = try text("ListEpisodesResponse", Self.list, "csv", hasTitles: false)
        #expect(next.hasPrefix("1,"))
        #expect(try text("ListEpisodesResponse", "{}", "csv").hasPrefix("id,name,"))
    }

    @Test func `a message without a list is a row a field`() throws {
        let reply = #"{"revision":"7","source":"a,b"}"#
        #expect(
            try text("GetCatalogResponse", reply, "csv")
                == "field,value\r\nrevision,7\r\nsource,\"a,b\"\r\n")
        let episode = #"{"episode":{"id":"7","features":["a"]}}"#
        #expect(
            try text("GetEpisodeResponse", episode, "tsv")
                == "field\tvalue\nid\t7\nfeatures\t[\"a\"]\n")
        #expect(try text("GetEpisodeResponse", "{}", "tsv") == "field\tvalue\n")
    }
}
