// Purpose: which connection a call takes and when one is made, as a value.
// Method: connections are texts; time and random numbers are passed in.
import RPCCore
import Testing

@testable import EpisodeClient

private typealias Pool = PoolState<String>

private func time(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
}

extension PoolState<String> {
    fileprivate init(_ serverCount: Int, _ connectionCount: Int, failures: Int = 3) {
        var ejection = EjectionSettings()
        ejection.consecutiveFailureCount = failures
        self.init(
            serverCount: serverCount, connectionCount: connectionCount,
            reconnecting: BackoffSettings(
                firstMilliseconds: 100, maximumMilliseconds: 1_000, multiplier: 2, jitter: 0),
            ejection: ejection)
    }

    /// Everything that is due is connected, under the name `SERVER.SLOT.SERIAL`.
    fileprivate mutating func connectAll(_ now: Int64) {
        for (place, serial) in takeDue(time(now)) {
            _ = connected(place, serial: serial, "\(place.server).\(place.slot).\(serial)")
        }
    }

    /// The names of the next connections.
    fileprivate mutating func chosen(_ count: Int, _ now: Int64) -> [String] {
        (0..<count).map { _ in
            switch choose(time(now)) {
            case .use(let name, _): name
            case .wait: "wait"
            case .unreachable(let error, let until):
                "\(error.message) until \(until.nanoseconds / 1_000_000)"
            }
        }
    }
}

private func place(_ server: Int, _ slot: Int = 0) -> Pool.Place {
    Pool.Place(server: server, slot: slot)
}

struct PoolStateTests {
    @Test func `calls take turns among servers and among the connections of each`() {
        var pool = Pool(2, 2)
        #expect(pool.chosen(1, 0) == ["no server was tried yet until -9223372036854"])
        pool.connectAll(0)
        let expected = ["0.0.1", "1.0.1", "0.1.1", "1.1.1", "0.0.1", "1.0.1"]
        #expect(pool.chosen(6, 0) == expected)
    }

    @Test func `each connection is asked for once`() {
        var pool = Pool(2, 1)
        let due = [pool.takeDue(time(0)).count, pool.takeDue(time(0)).count]
        #expect(due == [2, 0])
        #expect(pool.chosen(1, 0) == ["wait"])
        #expect(pool.nextDue == .distantFuture)
    }

    @Test func `failed attempts wait longer and longer and the last reason is told`() {
        var pool = Pool(1, 1)
        var now: Int64 = 0
        for wait: Int64 in [100, 200, 400, 800, 1_000, 1_000] {
            let attempts = pool.takeDue(time(now)).count
            #expect(attempts == 1)
            pool.failedToConnect(
                place(0), RPCError(.unavailable, "refused"), time(now), random: 0.5)
            #expect(pool.chosen(1, now) == ["refused until \(now + wait)"])
            let early = pool.takeDue(time(now + wait - 1)).count
            #expect(early == 0)
            now += wait
        }
    }

    @Test func `a useful connection that is lost is made again at once, another later`() {
        var pool = Pool(1, 1)
        pool.connectAll(0)
        let error = RPCError(.unavailable, "closed")
        pool.lost(place(0), serial: 1, error, wasUseful: true, time(50), random: 0.5)
        #expect(pool.chosen(1, 50) == ["closed until 50"])
        pool.connectAll(50)
        #expect(pool.chosen(1, 50) == ["0.0.2"])
        pool.lost(place(0), serial: 2, error, wasUseful: false, time(60), random: 0.5)
        #expect(pool.nextDue == time(160))
        // News of a connection whose place is taken by another changes nothing.
        pool.connectAll(160)
        pool.lost(place(0), serial: 2, error, wasUseful: false, time(170), random: 0.5)
        #expect(pool.chosen(1, 170) == ["0.0.3"])
    }

    @Test func `calls go on at the other servers while one is down`() {
        var pool = Pool(3, 1)
        pool.connectAll(0)
        pool.lost(
            place(1), serial: 1, RPCError(.unavailable, "x"), wasUseful: true, time(1), random: 0)
        let expected = ["0.0.1", "2.0.1", "0.0.1", "2.0.1"]
        #expect(pool.chosen(4, 1) == expected)
    }

    @Test func `a sick server is passed over, tried again, and passed over for longer`() {
        var pool = Pool(2, 1)
        pool.connectAll(0)
        for _ in 0..<2 { pool.noteFailure(0, time(10)) }
        #expect(Set(pool.chosen(4, 10)) == ["0.0.1", "1.0.1"])
        pool.noteFailure(0, time(10))
        #expect(Set(pool.chosen(4, 1_009)) == ["1.0.1"])
        #expect(!pool.isClean)
        // After its second one failure is enough, and it lasts two.
        #expect(Set(pool.chosen(4, 1_010)) == ["0.0.1", "1.0.1"])
        pool.noteFailure(0, time(1_010))
        #expect(Set(pool.chosen(4, 3_009)) == ["1.0.1"])
        #expect(Set(pool.chosen(4, 3_010)) == ["0.0.1", "1.0.1"])
        pool.noteSuccess(0)
        #expect(pool.isClean)
        for _ in 0..<2 { pool.noteFailure(0, time(4_000)) }
        #expect(Set(pool.chosen(4, 4_000)) == ["0.0.1", "1.0.1"])
    }

    @Test func `a success in between counts failures anew`() {
        var pool = Pool(2, 1)
        pool.connectAll(0)
        for _ in 0..<5 {
            pool.noteFailure(0, time(0))
            pool.noteFailure(0, time(0))
            pool.noteSuccess(0)
        }
        #expect(Set(pool.chosen(4, 0)) == ["0.0.1", "1.0.1"])
    }

    @Test func `the last server that works is not ejected, and a bad one is better than none`() {
        var pool = Pool(2, 1)
        pool.connectAll(0)
        for _ in 0..<9 { pool.noteFailure(0, time(0)) }
        for _ in 0..<9 { pool.noteFailure(1, time(0)) }
        #expect(pool.chosen(2, 0) == ["1.0.1", "1.0.1"])
        pool.lost(
            place(1), serial: 1, RPCError(.unavailable, "x"), wasUseful: true, time(1), random: 0)
        #expect(pool.chosen(2, 1) == ["0.0.1", "0.0.1"])
        var single = Pool(1, 1)
        single.connectAll(0)
        for _ in 0..<9 { single.noteFailure(0, time(0)) }
        #expect(single.chosen(1, 0) == ["0.0.1"])
    }

    @Test func `a connection that runs out of ids serves until another takes over`() {
        var pool = Pool(1, 1)
        pool.connectAll(0)
        pool.runsLow(place(0), serial: 1, time(5))
        pool.runsLow(place(0), serial: 1, time(5))
        var due = pool.takeDue(time(5))
        #expect(due.map(\.serial) == [2])
        #expect(pool.chosen(1, 5) == ["0.0.1"])
        // The first attempt fails: the old one goes on.
        pool.failedToConnect(place(0), RPCError(.unavailable, "x"), time(6), random: 0.5)
        #expect(pool.chosen(1, 6) == ["0.0.1"])
        due = pool.takeDue(time(106))
        #expect(due.map(\.serial) == [3])
        let old = pool.connected(place(0), serial: 3, "new")
        #expect(old == "0.0.1")
        #expect(pool.chosen(1, 106) == ["new"])
        // The end of the old one is no news.
        pool.lost(
            place(0), serial: 1, RPCError(.unavailable, "x"), wasUseful: true, time(107), random: 0)
        #expect(pool.chosen(1, 107) == ["new"])
    }

    @Test func `a connection lost while another takes over waits for that one`() {
        var pool = Pool(1, 1)
        pool.connectAll(0)
        pool.runsLow(place(0), serial: 1, time(5))
        #expect(pool.takeDue(time(5)).count == 1)
        pool.lost(
            place(0), serial: 1, RPCError(.unavailable, "x"), wasUseful: true, time(6), random: 0)
        #expect(pool.chosen(1, 6) == ["wait"])
        let none = pool.takeDue(time(7)).count
        #expect(none == 0)
        let old = pool.connected(place(0), serial: 2, "new")
        #expect(old == nil)
        #expect(pool.chosen(1, 7) == ["new"])
    }

    @Test func `everything can be taken out`() {
        var pool = Pool(2, 2)
        pool.connectAll(0)
        #expect(pool.all.count == 4)
        let all = pool.removeAll()
        #expect(Set(all) == ["0.0.1", "0.1.1", "1.0.1", "1.1.1"])
        let due = pool.takeDue(time(1_000_000)).count
        #expect(due == 0)
    }
}
