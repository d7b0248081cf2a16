import CommandLineKit
import LoadGenerator
import Testing

@testable import episodes

/// Purpose: what is asked on the command line is what is planned, and what cannot be is refused with
/// words before anything is connected.
struct BenchPlanTests {
    private func action(_ line: String) throws -> BenchAction {
        let words = line.split(separator: " ").map(String.init)
        guard
            case .command(let command) = try EpisodesTable.table.parse(
                arguments: words, environment: [:]),
            let action = try BenchAction(command)
        else { throw UsageError("no command of the load tester: \(line)") }
        return action
    }

    private func plan(_ line: String) throws -> BenchPlan {
        guard case .bench(let plan) = try action("bench " + line) else {
            throw UsageError("no bench: \(line)")
        }
        return plan
    }

    private func schedule(_ line: String) throws -> LoadSchedule {
        guard case .open(let schedule, _) = try plan(line).pace else {
            throw UsageError("no schedule: \(line)")
        }
        return schedule
    }

    @Test func `A rate and a time make a schedule`() throws {
        #expect(try schedule("").count == 1_000)
        #expect(try schedule("--rate 2k -d 30s").count == 60_000)
        #expect(try schedule("--rate 30/m -d 1m").count == 30)
        #expect(try schedule("--ramp 100..300 -d 10s").count == 2_000)
        #expect(try schedule("--steps 100..300:100@2s").count == 1_200)
    }

    @Test func `A number of calls is exactly that many`() throws {
        #expect(try schedule("--rate 100 -n 7").count == 7)
        #expect(try schedule("--rate 0.5 -n 3").seconds == 6)
        #expect(try plan("--rate 100 -n 7").warmupSeconds == 0)
        #expect(try plan("--rate 100 -n 7 --warmup 2s").warmupSeconds == 2)
        #expect(try plan("--rate 100").warmupSeconds == 1)
        // Time ends first.
        #expect(try schedule("--rate 100 -d 1s -n 1000").count == 100)
        #expect(try plan("--rate 9 -n 7 --arrivals poisson").callCount == 7)
    }

    @Test func `A closed loop has fewer streams and no schedule`() throws {
        let plan = try plan("--max -c 2")
        guard case .closed(let seconds) = plan.pace else {
            Issue.record("not closed")
            return
        }
        #expect(seconds == 10)
        #expect(plan.target.streamCount == 16)
        #expect(plan.target.connectionCount == 2)
        #expect(try self.plan("").target.streamCount == 256)
    }

    @Test func `Expectations from several options are joined`() throws {
        let plan = try plan("--expect p99<5ms,errors<1% --expect rate>=0.99")
        #expect(plan.expectations.map(\.text) == ["p99<5ms", "errors<1%", "rate>=0.99"])
    }

    @Test(arguments: [
        "bench --rate 0", "bench --rate x", "bench --rate 100 --max", "bench --max --ramp 1..2",
        "bench --ramp 1..2 --steps 1..2:1@1s", "bench --steps 1..2:1@1s -d 5s",
        "bench --rate 0.01 -d 5s", "bench --expect p99", "bench --expect p99<5", "bench -c 0",
        "bench --abort-on-fail", "bench -c 10000 --streams 10000", "bench --repeat 0",
        "bench --rate 0.001 -n 1000000", "bench extra", "bench --proto http", "bench find",
        "bench find --slo p99<5ms --from 10 --to 5", "bench find --slo x", "bench compare a",
        "bench compare a b c", "bench compare a b --tolerance 5", "bench report", "mix",
        "mix nothing", "mix synth --zipf x", "mix synth extra", "mix record", "mix show",
        "bench --slo p99<5ms",
    ])
    func `What makes no sense is refused`(_ line: String) {
        let error = #expect(throws: UsageError.self) { try action(line) }
        #expect((error?.message.count ?? 0) > 15)
    }

    @Test func `Every example is understood`() throws {
        let commands = EpisodesTable.table.commands.filter {
            $0.name.hasPrefix("bench") || $0.name.hasPrefix("mix")
        }
        #expect(commands.count == 7)
        for example in commands.flatMap(\.examples) {
            for line in example.commandLine.split(separator: "&&") {
                let words = String(line.trimmingPrefix(" ").dropFirst("episodes ".count))
                #expect(throws: Never.self, "\(line)") {
                    _ = try action(words.replacing("'", with: ""))
                }
            }
        }
    }
}
