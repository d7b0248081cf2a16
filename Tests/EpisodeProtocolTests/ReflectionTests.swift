import EpisodeModel
import Foundation
import Testing

@testable import EpisodeProtocol

/// Purpose: reflection finds every name of the contract, in the file that declares it.
/// Method: requests made by hand; the names are read from the .proto files by regular expressions.
struct ReflectionTests {
    private let answers = ReflectionAnswers(services: ["b.S", "a.S", "b.S"])

    private func ask(_ field: UInt32, _ text: String) throws(EpisodeError) -> [Field] {
        var request: [UInt8] = []
        request.appendElement(field, text)
        return try ask(request)
    }

    private func ask(_ request: [UInt8]) throws(EpisodeError) -> [Field] {
        var encoder = ReplyEncoder()
        try answers.prepare(request.span.bytes, in: &encoder)
        return try Self.fields(encoder.bytes)
    }

    private struct Field {
        var number: UInt32
        var scalar: UInt64
        var bytes: [UInt8]
        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private static func fields(_ bytes: [UInt8]) throws(EpisodeError) -> [Field] {
        let result: Result<[Field], EpisodeError> = bytes.withUnsafeBytes { bytes in
            do throws(EpisodeError) {
                var (reader, left, fields) = (WireReader(bytes), 100_000, [Field]())
                while let field = try reader.next(fieldsLeft: &left) {
                    fields.append(
                        Field(
                            number: field.number, scalar: field.scalar, bytes: Array(field.bytes)))
                }
                return .success(fields)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Names of the files of an answer, as the files say them.
    private func files(_ answer: [Field]) throws -> [String] {
        let response = try #require(answer.first { $0.number == 4 })
        return try Self.fields(response.bytes).map { file in
            try #require(try Self.fields(file.bytes).first { $0.number == 1 }).text
        }
    }

    private func errorCode(_ answer: [Field]) throws -> UInt64? {
        guard let error = answer.first(where: { $0.number == 7 }) else { return nil }
        return try Self.fields(error.bytes).first { $0.number == 1 }?.scalar
    }

    @Test func `services are listed once each, in order`() throws {
        let response = try #require(try ask(7, "").first { $0.number == 6 })
        let names = try Self.fields(response.bytes).map { try Self.fields($0.bytes)[0].text }
        #expect(names == ["a.S", "b.S"])
    }

    @Test(arguments: [
        "episodes.v1.EpisodeService", "episodes.v1.EpisodeService.ListEpisodes",
        "episodes.v1.ListEpisodesRequest", "episodes.v1.Episode.name", "episodes.v1.Difficulty",
        "grpc.health.v1.HealthCheckResponse.ServingStatus",
        "grpc.health.v1.HealthCheckResponse.SERVING",
        "grpc.health.v1.HealthCheckResponse.ServingStatus.SERVING",
        "grpc.reflection.v1.ServerReflectionRequest.message_request", "google.rpc.BadRequest",
        "google.protobuf.Timestamp.seconds",
    ]) func `a symbol of any kind leads to its file`(symbol: String) throws {
        let answer = try ask(4, symbol)
        #expect(try errorCode(answer) == nil)
        #expect(try !files(answer).isEmpty)
    }

    @Test func `every message, enum and service of the contract is found in its own file`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("proto")
        var count = 0
        for folder in ["episodes/v1", "grpc/health/v1", "grpc/reflection/v1"] {
            let names = try FileManager.default.contentsOfDirectory(
                atPath: root.appendingPathComponent(folder).path)
            for name in names where name.hasSuffix(".proto") {
                let path = "\(folder)/\(name)"
                let text = try String(
                    contentsOf: root.appendingPathComponent(path), encoding: .utf8)
                let package = try #require(text.firstMatch(of: /package ([\w.]+);/)).1
                for match in text.matches(of: /(?m)^(?:message|enum|service) (\w+)/) {
                    #expect(try files(try ask(4, "\(package).\(match.1)")).first == path)
                    count += 1
                }
                #expect(try files(try ask(3, path)).first == path)
            }
        }
        #expect(count > 30)
    }

    @Test func `a file comes with all that it imports, each once`() throws {
        let names = try files(try ask(3, "episodes/v1/episode_service.proto"))
        #expect(Set(names).count == names.count)
        #expect(names.contains("episodes/v1/episode.proto"))
        #expect(names.contains("google/protobuf/timestamp.proto"))
    }

    @Test func `what is not there is an error inside the answer`() throws {
        #expect(try errorCode(try ask(4, "no.such.Name")) == 5)
        #expect(try errorCode(try ask(4, "")) == 5)
        #expect(try errorCode(try ask(3, "none.proto")) == 5)
        #expect(try errorCode(try ask(5, "\u{A}\u{1}a")) == 5)
        #expect(try errorCode(try ask(6, "none")) == 5)
        #expect(try errorCode(try ask([])) == 3)
    }

    @Test func `a message has no extensions`() throws {
        let answer = try ask(6, "episodes.v1.Episode")
        let response = try #require(answer.first { $0.number == 5 })
        #expect(try Self.fields(response.bytes).map(\.text) == ["episodes.v1.Episode"])
    }

    @Test func `the request and its host are part of the answer, and the last question counts`()
        throws
    {
        var request: [UInt8] = []
        request.appendText(1, "host")
        request.appendElement(4, "no.such.Name")
        request.appendElement(7, "")
        let answer = try ask(request)
        #expect(answer.map(\.number) == [1, 2, 6])
        #expect(answer[0].text == "host")
        #expect(answer[1].bytes == request)
    }

    @Test func `bytes that are no request fail the call`() {
        for bytes in [[0xFF], [0x22, 0x05, 1], [0x20, 1]] as [[UInt8]] {
            #expect(throws: EpisodeError.self) { try ask(bytes) }
        }
    }
}
