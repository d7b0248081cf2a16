// Purpose: list requests that broke other implementations of protobuf. Skipped without the data.
import EpisodeModel
import EpisodeProtocol
import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: SharedData.isAvailable))
struct `Wire cases from public bug reports` {
    private func bytes(_ name: String) throws -> [UInt8] {
        try Array(
            Data(contentsOf: URL(fileURLWithPath: SharedData.path("hardcases/pb/\(name).pb"))))
    }

    @Test(arguments: [
        "enum_negative", "enum_unknown", "enum_unknown_only", "len_max", "len_neg", "len_past_end",
        "packed_short", "page_size_neg1", "utf8_above_10ffff", "utf8_latin1", "utf8_overlong",
        "utf8_surrogate", "utf8_truncated", "wrong_wiretype_known", "wrong_wiretype_str",
    ])
    func `what cannot be right is INVALID_ARGUMENT`(name: String) throws {
        let request = try bytes(name)
        let error = try #require(listError(request))
        #expect(error.code == .invalidArgument)
        if name.hasPrefix("utf8") { #expect(error.field == "query") }
        if name.hasPrefix("enum") { #expect(error.field.hasPrefix("difficulties[")) }
        if name.hasPrefix("page_size") { #expect(error.field == "page_size") }
        if name.hasPrefix("wrong") {
            #expect(error.description.contains("cannot parse the message"))
        }
    }

    @Test func `what is right in an unusual form means the same`() throws {
        let packed = try decodeList(bytes("packed")).query
        #expect(packed == (try decodeList(bytes("unpacked")).query))
        #expect(packed.domains == [1, 2])
        #expect(packed.difficulties == [.beginner, .advanced])
        #expect(try decodeList(bytes("mixed_packed")).query.domains == [1, 2, 3, 5])
        #expect(try decodeList(bytes("domains_100k_same")).query.domains == [1])
        #expect(try decodeList(bytes("page_size_max")).query.pageSize == 1_000)
        #expect(try decodeList(bytes("page_size_zero")).query.pageSize == 20)
        let twice = try decodeList(bytes("dup_singular")).query
        #expect(String(decoding: twice.text, as: UTF8.self) == "map" && twice.pageSize == 7)
        let extended = try decodeList(bytes("unknown_fields")).query
        #expect(extended.domains == [1] && extended.pageSize == 5)
    }
}
