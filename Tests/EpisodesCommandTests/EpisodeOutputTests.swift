// Purpose: whole outputs in every format, because programs depend on each byte.
import CommandLineKit
import EpisodeModel
import RPCCore
import Testing

@testable import episodes

private let sample: [Episode] = {
    var first = Episode(id: 18_446_744_073_709_551_615, name: "Introduction")
    first.parentName = "地图, \"MapKit\""
    first.domains = [1, 99]
    first.difficulty = .beginner
    first.releasedAt = Timestamp(rfc3339: "2020-01-31T08:00:00Z")
    first.popularity = 12
    first.durationSeconds = 3_723
    first.videoIdentifier = 7
    first.features = ["a", "b"]
    return [first, Episode(id: 2, name: "Line\nbreak")]
}()

private func output(
    _ format: OutputFormat, fields: [EpisodeField]? = nil, width: Int? = nil
) throws -> String {
    let parsed = try EpisodesTable.table.parse(
        arguments: ["list", "-o", format.rawValue], environment: [:])
    guard case .command(let command) = parsed else { throw UsageError("no command") }
    let settings = try Settings(command, environment: [:], terminalWidth: width)
    var output = EpisodeOutput(settings: settings, fields: fields)
    let pages = sample.map { output.add([$0]) }.joined()
    return pages
        + output.end(domains: DomainNames([Domain(id: 1, name: "iOS & Swift")])) { writer in
            writer.key("total_size")
            writer.string("2")
        }
}

struct EpisodeOutputTests {
    @Test func `a table names courses, levels and domains`() throws {
        #expect(
            try output(.table) == """
                                  ID  NAME                          LEVEL       DOMAINS          RELEASED    POPULARITY   LENGTH
                18446744073709551615  地图, "MapKit": Introduction  Beginner    iOS & Swift, 99  2020-01-31          12  1:02:03
                                   2  Line\\nbreak                   All Levels

                """)
    }

    @Test func `a document holds 64-bit numbers as texts and no absent values`() throws {
        #expect(
            try output(.json) == #"""
                {
                  "episodes": [
                    {
                      "id": "18446744073709551615",
                      "name": "Introduction",
                      "parent_name": "地图, \"MapKit\"",
                      "domains": [
                        1,
                        99
                      ],
                      "difficulty": "beginner",
                      "released_at": "2020-01-31T08:00:00Z",
                      "popularity": 12,
                      "duration_seconds": 3723,
                      "video_identifier": "7",
                      "features": [
                        "a",
                        "b"
                      ]
                    },
                    {
                      "id": "2",
                      "name": "Line\nbreak",
                      "difficulty": "all_levels"
                    }
                  ],
                  "total_size": "2"
                }

                """#)
    }

    @Test func `lines are one object each, with the fields in the order asked for`() throws {
        #expect(
            try output(.jsonl, fields: [.name, .id]) == #"""
                {"name":"Introduction","id":"18446744073709551615"}
                {"name":"Line\nbreak","id":"2"}

                """#)
    }

    @Test func `CSV has a header once and quotes what needs it`() throws {
        #expect(
            try output(.csv, fields: [.id, .name, .parentName, .domains])
                == "id,name,parent_name,domains\r\n"
                + "18446744073709551615,Introduction,\"地图, \"\"MapKit\"\"\",1;99\r\n"
                + "2,\"Line\nbreak\",,\r\n")
        #expect(try output(.ids) == "18446744073709551615\n2\n")
    }

    @Test func `a table of chosen fields shows them as they are`() throws {
        #expect(
            try output(.table, fields: [.duration, .name]) == """
                DURATION_SECONDS  NAME
                            3723  Introduction
                                  Line\\nbreak

                """)
    }

    @Test func `on a narrow terminal no line is too long and nothing is split`() throws {
        for width in 44...130 {
            for line in try output(.table, width: width).split(separator: "\n") {
                let plain = line.replacing("\u{1B}[1m", with: "").replacing("\u{1B}[0m", with: "")
                #expect(CellWidth.of(plain) <= width)
            }
        }
    }

    @Test func `failures are one line or one object`() {
        let error = RPCError(
            .invalidArgument, "sort: un\u{1B}known",
            violations: [.init(field: "sort", description: "unknown")])
        let failure = Failure(error, serverWasHeard: true)
        #expect(failure.exitCode.rawValue == 67)
        #expect(failure.text(isJSON: false) == "episodes: sort: un\\eknown\n")
        #expect(
            failure.text(isJSON: true)
                == #"{"error":{"code":67,"status":"INVALID_ARGUMENT","message":"sort: un\u001bknown","hint":"","violations":[{"field":"sort","description":"unknown"}]}}"#
                + "\n")
        #expect(Failure(RPCError(.unavailable, "x"), serverWasHeard: false).exitCode.rawValue == 5)
        #expect(Failure(RPCError(.unavailable, "x"), serverWasHeard: true).exitCode.rawValue == 78)
        #expect(Failure(RPCError(.notFound, "x"), serverWasHeard: true).exitCode.rawValue == 4)
        #expect(
            Failure(RPCError(.deadlineExceeded, "x"), serverWasHeard: false).exitCode.rawValue
                == 68)
    }

    @Test func `ids from a stream are one a line and a wrong one is named`() throws {
        #expect(try Identifiers.parseLines(Array("1\r\n\n 2 \n3".utf8)) == [1, 2, 3])
        let failure = #expect(throws: Failure.self) {
            try Identifiers.parseLines(Array("1\nx\n".utf8))
        }
        #expect(failure?.exitCode.rawValue == 6)
        #expect(failure?.message.hasPrefix("standard input, line 2: 'x' is not an id") == true)
    }
}
