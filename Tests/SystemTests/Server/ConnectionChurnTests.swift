import Foundation
import TestSupport
import Testing

/// Thousands of connections that come and go in every way: descriptors come back and threads stay
/// within the loops and four more (signals, Dispatch's own, accepting, reloading). Dispatch may
/// start a thread while another is about to rest, which is why a busy time may show two more.
@Suite(.timeLimit(.minutes(3)))
struct ConnectionChurnTests {
    @Test(arguments: ["epoll", "dispatch"], [1, 3])
    func `descriptors and threads stay bounded`(readiness: String, loops: Int) throws {
        let server = try ServerProcess(
            catalog: Program.sampleCatalog,
            ["--readiness", readiness, "--loops", "\(loops)"])
        let canary = try RawConnection(to: server.address)
        var threads: [Int] = []
        var answered = 0
        func churn(_ count: Int) throws {
            for round in 0..<count {
                let client = try RawConnection(to: server.address)
                switch round % 5 {
                case 0: client.reset()
                case 1:
                    client.send(Wire.listRequest(stream: 1) + Wire.listRequest(stream: 3))
                    client.reset()
                case 2: client.send([0, 0, 0, 30, 0])
                case 3:
                    client.send(Wire.listRequest(stream: 1))
                    client.finishSending()
                    #expect(client.readFrames().count == 1)
                default:
                    client.send(Wire.listRequest(stream: 1))
                    #expect(client.readFrame()?.statusCode == 0)
                }
                client.close()
                if round % 10 == 0 { threads.append(server.status("Threads")) }
                guard round % 250 == 0 else { continue }
                server.signal(SIGHUP)
                canary.send(Wire.listRequest(stream: UInt32(answered) * 2 + 1))
                #expect(canary.readFrame()?.statusCode == 0)
                answered += 1
            }
        }
        // The first clients bring descriptors that stay, such as those of timers.
        try churn(200)
        usleep(300_000)
        let before = server.descriptorCount
        try churn(5_000)
        #expect(server.descriptorCount(fallsTo: before))
        let bound = loops + 4 + ServerProcess.sanitizerThreadCount
        #expect(try #require(threads.max()) <= bound + 2, "\(threads) for \(loops) loops")
        // What Dispatch started besides rests for some seconds before it ends.
        for _ in 0..<3_000 where server.status("Threads") > bound { usleep(10_000) }
        #expect(server.status("Threads") <= bound)
    }
}
