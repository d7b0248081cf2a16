// Purpose: the client program from outside: output, errors and exit codes as a shell sees them.
// Method: the built program in bash against a peer that answers by hand.
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(2)))
struct EpisodesProgramTests {
    @Test func `data goes to standard output and the summary to standard error`() throws {
        let outcome = try EpisodesProgram.withCatalogue().run(
            "episodes list", environment: ["LC_ALL": "C"])
        #expect(
            outcome.output == """
                ID  NAME      LEVEL       DOMAINS      RELEASED  POPULARITY  LENGTH
                11  Zoë 中文  Beginner    iOS & Swift
                12  Second    All Levels

                """)
        #expect(outcome.errors == "2 of 127 episodes; next page: --page TOKEN0\n")
        #expect(outcome.status == 0)
    }

    @Test func `every format works for every command`() throws {
        for command in ["list", "list --count", "get 11 12", "options", "catalog", "health"] {
            for format in ["table", "json", "jsonl", "yaml", "csv", "tsv", "ids", "raw"] {
                let outcome = try EpisodesProgram.withCatalogue().run(
                    "episodes \(command) -q -o \(format)")
                #expect(!outcome.output.isEmpty, "\(command) \(format)")
                // The catalogue always misses 99.
                #expect(outcome.status == (command.hasPrefix("get") ? 4 : 0))
                if format == "json" {
                    _ = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
                }
                if format == "jsonl" {
                    for line in outcome.output.split(separator: "\n") {
                        _ = try JSONSerialization.jsonObject(with: Data(line.utf8))
                    }
                }
            }
        }
    }

    @Test func `what get finds is printed although ids are missing`() throws {
        let outcome = try EpisodesProgram.withCatalogue().run(
            "printf '11\\n99\\n\\n12\\n' | episodes get - -o ids")
        #expect(outcome.output == "11\n12\n")
        #expect(outcome.errors == "episodes: no episode with id 99\n")
        #expect(outcome.status == 4)
    }

    @Test func `a server's refusal is one line, or one object when JSON is asked for`() throws {
        let plain = try EpisodesProgram.withCatalogue().run("episodes list --sort relevance")
        #expect(plain.errors == "episodes: sort: relevance needs a query\n")
        #expect(plain.output.isEmpty)
        #expect(plain.status == 67)
        let json = try EpisodesProgram.withCatalogue().run(
            "episodes list --sort relevance -o json")
        #expect(json.output.isEmpty)
        #expect(json.errors.hasPrefix(#"{"error":{"code":67,"status":"INVALID_ARGUMENT","#))
        _ = try JSONSerialization.jsonObject(with: Data(json.errors.utf8))
        #expect(json.status == 67)
    }

    @Test func `domains are found by name and the unknown ones are refused`() throws {
        let known = try EpisodesProgram.withCatalogue().run(
            "episodes list --domain 'IOS & swift' --domain 5 -o ids")
        #expect(known.output == "11\n12\n")
        let unknown = try EpisodesProgram.withCatalogue().run("episodes list --domain iso")
        #expect(
            unknown.errors
                == "episodes: --domain: there is no domain 'iso'; did you mean 'ios'? "
                + "(there are: 1 ios)\n")
        #expect(unknown.status == 2)
    }

    @Test func `statuses have their own exit codes`() throws {
        let missing = try EpisodesProgram.withCatalogue().run("episodes stream-url 8")
        #expect(missing.errors == "episodes: no video 8\n")
        #expect(missing.status == 4)
        let resting = try EpisodesProgram.withCatalogue().run("episodes health some.Service")
        #expect(resting.output == "NOT_SERVING\n")
        #expect(resting.status == 78)
    }

    @Test func `a closed port ends with 5 and says where it looked`() throws {
        let port = try ScriptedPeer.freePort()
        let outcome = try EpisodesProgram(server: "127.0.0.1:\(port)").run("episodes catalog")
        #expect(
            outcome.errors.hasPrefix(
                "episodes: cannot connect to 127.0.0.1:\(port): connection refused"))
        #expect(outcome.status == 5)
    }

    @Test func `another protocol on the port ends with 5 at once`() throws {
        let peer = try ScriptedPeer { connection in
            _ = connection.read(1)
            connection.write(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
            connection.waitForEnd()
        }
        let outcome = try EpisodesProgram(server: peer.address).run("episodes list")
        #expect(outcome.errors.contains("does not speak the episodes protocol"))
        #expect(outcome.status == 5)
    }

    @Test func `a silent server ends with the deadline's code`() throws {
        let peer = try ScriptedPeer { $0.waitForEnd() }
        let outcome = try EpisodesProgram(server: peer.address).run(
            "episodes list --timeout 50ms")
        #expect(outcome.errors.hasPrefix("episodes: no answer within the time limit"))
        #expect(outcome.status == 68)
    }

    @Test func `a reader that has gone ends a walk quietly`() throws {
        // The peer's pages never end, so only the closed pipe can end this.
        let outcome = try EpisodesProgram.withCatalogue().run(
            "set -o pipefail; episodes list --all -o ids | head -1")
        #expect(outcome.output == "11\n")
        #expect(outcome.errors.isEmpty)
        #expect(outcome.status == 0)
    }

    @Test(arguments: [">&-", "> /dev/full"])
    func `output that cannot be written is an error`(redirection: String) throws {
        let outcome = try EpisodesProgram.withCatalogue().run("episodes list \(redirection)")
        #expect(outcome.errors.hasPrefix("episodes: cannot write to standard output: "))
        #expect(outcome.status == 1)
    }

    @Test func `closed standard streams never become the socket`() throws {
        let outcome = try EpisodesProgram.withCatalogue().run(
            "episodes list -o ids <&- 2>&- | cat")
        #expect(outcome.output == "11\n12\n")
    }

    @Test func `arguments that are no UTF-8 are refused`() throws {
        let outcome = try EpisodesProgram.withCatalogue().run(
            "env LC_ALL=xx_YY episodes list $'caf\\xe9'")
        #expect(outcome.errors == "episodes: argument 2 is not valid UTF-8; write it as UTF-8\n")
        #expect(outcome.status == 2)
    }

    @Test func `quiet and verbose decide what stands on standard error`() throws {
        let quiet = try EpisodesProgram.withCatalogue().run("episodes list -q")
        #expect(quiet.errors.isEmpty)
        let verbose = try EpisodesProgram.withCatalogue().run("episodes list -v")
        let lines = verbose.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix("connect ") == true)
        #expect(lines.last?.contains(" list ") == true)
        #expect(lines.last?.contains(" decode ") == true)
        #expect(
            lines.last?.hasSuffix(" B") == true && lines.last?.contains(" ms; 2 of 127; ") == true)
    }

    @Test func `the server's address comes from the option, then the variable`() throws {
        let program = try EpisodesProgram.withCatalogue()
        let outcome = try program.run(
            "EPISODES_SERVER=127.0.0.1:1 episodes health --server \(program.server)")
        #expect(outcome.output == "SERVING\n")
    }

    @Test func `the manual is valid and completion is valid bash`() throws {
        let program = try EpisodesProgram.withCatalogue()
        #expect(try program.run("episodes completion bash | bash -n").status == 0)
        let manual = try program.run("episodes man")
        #expect(manual.output.hasPrefix(".TH EPISODES 1"))
        #expect(manual.status == 0)
    }
}
