// Purpose: the worked example of the specification is what a client really sends.
import EpisodeProtocol
import Foundation
import Testing

@Suite struct `Specification` {
    @Test func `the worked example is the bytes of that call`() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("proto/README.md")
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "```hex"))
        let block = lines[(start + 1)...].prefix { $0 != "```" }
        let digits = block.map { $0.prefix { $0 != "#" } }.joined().filter { !$0.isWhitespace }

        var request = ListEpisodesRequest()
        request.query = "map"
        request.pageSize = 2
        let payload = MessageCoding.encode(request)
        var data: [UInt8] = []
        for (tag, content) in [
            (UInt8(0x0A), Array("episodes.v1.EpisodeService".utf8)),
            (0x12, Array("ListEpisodes".utf8)), (0x1A, payload),
        ] {
            data += [tag, UInt8(content.count)] + content
        }
        data += [0x20, 0x80, 0x94, 0xEB, 0xDC, 0x03]
        let header: [UInt8] = [0, 0, 0, UInt8(data.count), 0, 0, 0, 1, 1, 0]
        #expect(try hexBytes(digits) == header + data)
    }
}
