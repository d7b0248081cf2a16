import EpisodeClient
import Glibc

guard let plan = Plan(Array(CommandLine.arguments.dropFirst())) else {
    fail(Plan.usage, status: 2)
}
do {
    let before = Usage.ofThisProcess
    let result = try await Load(plan).run()
    let usage = Usage.ofThisProcess.microseconds - before.microseconds
    let seconds = Double(result.duration / .microseconds(1)) / 1e6
    let count = Double(max(1, result.callCount))
    // The warm-up's share is in there too.
    let busy = usage * seconds / (seconds + 0.15)
    print(
        "{\"calls_per_second\": \(Int(count / seconds)), "
            + "\"client_cpu_microseconds\": \((busy / count * 1_000).rounded() / 1_000), "
            + "\"calls\": \(result.callCount)}")
} catch {
    fail("client-load: \(error)\n", status: 1)
}

func fail(_ text: String, status: Int32) -> Never {
    _ = text.withCString { write(2, $0, strlen($0)) }
    exit(status)
}

struct Usage {
    var microseconds: Double

    static var ofThisProcess: Usage {
        var usage = rusage()
        getrusage(0, &usage)  // RUSAGE_SELF
        let times = [usage.ru_utime, usage.ru_stime]
        return Usage(
            microseconds: times.reduce(0) { $0 + Double($1.tv_sec) * 1e6 + Double($1.tv_usec) })
    }
}
