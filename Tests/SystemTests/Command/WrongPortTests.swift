// Purpose: a port that speaks something else is named in words long before the deadline.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct WrongPortTests {
    /// Far more than the diagnosis takes, far less than the deadline of the calls.
    private static let patience = Duration.seconds(20)

    private func failure(
        _ peer: OpenPort, _ arguments: [String] = ["list"]
    ) throws -> Program.Result {
        let start = ContinuousClock.now
        let result = try Program.run(
            Program.url("episodes"),
            ["--server", peer.address, "--timeout", "60s"] + arguments)
        #expect(ContinuousClock.now - start < Self.patience)
        #expect(result.status == 5, "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
        return result
    }

    @Test func `a banner is recognised`() throws {
        let peer = try OpenPort { connection in
            connection.write(Array("SSH-2.0-OpenSSH_9.2\r\n".utf8))
            connection.waitForEnd()
        }
        #expect(try failure(peer).errors.contains("SSH"))
    }

    @Test func `a web server that waits for the end of a line is asked in its own language`() throws
    {
        let peer = try OpenPort { connection in
            if connection.read(4) == Array("GET ".utf8) {
                connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            }
            connection.waitForEnd()
        }
        #expect(try failure(peer).errors.contains("it speaks HTTP/1"))
        #expect(try failure(peer, ["call", "GetCatalog"]).errors.contains("it speaks HTTP/1"))
    }

    @Test func `a port that waits for TLS is recognised`() throws {
        let peer = try OpenPort { connection in
            if connection.read(1) == [0x16] {
                connection.write([0x15, 3, 3, 0, 2, 2, 40])
            }
            connection.waitForEnd()
        }
        #expect(try failure(peer).errors.contains("it speaks TLS"))
    }

    @Test func `a port that says nothing is not waited for`() throws {
        let peer = try OpenPort { $0.waitForEnd() }
        #expect(try failure(peer).errors.contains("takes connections and says nothing"))
        #expect(try failure(peer, ["watch"]).errors.contains("says nothing"))
    }

    @Test func `a server that is only slow is waited for`() throws {
        // Answers health at once and everything else after two seconds.
        let peer = try OpenPort { connection in
            while let frame = connection.readFrame() {
                let isHealth = String(decoding: frame.data, as: UTF8.self).contains("Health")
                if !isHealth { usleep(2_000_000) }
                connection.reply(frame.stream, payload: isHealth ? [8, 1] : [8, 7, 16, 5])
            }
        }
        let result = try Program.run(
            Program.url("episodes"), ["--server", peer.address, "catalog", "-o", "ids"])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "7\n")
    }

    @Test func `metrics come over HTTP from the same port`() throws {
        let page = "# TYPE a counter\na 5\nb{x=\"y\"} 1\n"
        let peer = try OpenPort { connection in
            var head: [UInt8] = []
            while !head.suffix(4).elementsEqual([13, 10, 13, 10]),
                case let byte = connection.read(1),
                !byte.isEmpty
            {
                head += byte
            }
            guard String(decoding: head, as: UTF8.self).hasPrefix("GET /metrics HTTP/1.1") else {
                return
            }
            connection.write(
                Array("HTTP/1.1 200 OK\r\nContent-Length: \(page.utf8.count)\r\n\r\n\(page)".utf8))
            connection.waitForEnd()
        }
        func metrics(_ words: String...) throws -> String {
            try Program.run(
                Program.url("episodes"), ["--server", peer.address, "server", "metrics"] + words
            ).output
        }
        #expect(try metrics() == page)
        #expect(
            try metrics("-o", "jsonl")
                == #"{"metric":"a","labels":"","value":5}"# + "\n"
                + #"{"metric":"b","labels":"x=\"y\"","value":1}"# + "\n")
    }
}
