// Purpose: calls are counted right and for next to nothing. Method: the counters alone, with times
// of the test's choice.
import RPCCore
@testable import SocketTransport
import Testing

struct LaneMetricsTests {
    private static let methods = MethodTable([
        MethodDescriptor(service: "a.S", name: "One", role: .reader, isIdempotent: true),
        MethodDescriptor(service: "a.S", name: "Two", role: .reader, isIdempotent: true),
    ])

    private static func time(_ microseconds: Int64) -> MonotonicTime {
        MonotonicTime(nanoseconds: microseconds * 1_000)
    }

    private static func total(_ metrics: LaneMetrics) -> ServerMetrics {
        var total = ServerMetrics(methods: methods)
        total.add(metrics)
        return total
    }

    @Test func `beginnings, ends and codes are counted by method, unknown ones as one`() {
        let metrics = LaneMetrics(methodCount: 2) { Self.time(0) }
        let two = MethodID(index: 1)
        for method in [two, two, nil, MethodID(index: 7)] { metrics.callStarted(method) }
        metrics.callEnded(two, .ok, arrival: Self.time(0))
        metrics.callEnded(two, .notFound, arrival: Self.time(0))
        for number: Int32 in [12, 99, -1] {
            metrics.callEnded(nil, StatusCode(rawValue: number), arrival: Self.time(0))
        }
        let total = Self.total(metrics)
        #expect(total.methods.map(\.startedCount) == [0, 2, 2])
        #expect(total.methods[1].handledCounts[0] == 1 && total.methods[1].handledCounts[5] == 1)
        #expect(total.methods[2].handledCounts[12] == 1 && total.methods[2].handledCounts[2] == 2)
    }

    @Test(
        arguments: [
            (Int64(-5), 0), (0, 0), (25_000, 0), (25_001, 1), (50_000, 1), (1_000_000, 5),
            (60_000_000_000, 18), (60_000_000_001, 19), (.max, 19),
        ])
    func `a time is in the bucket that ends at it or above`(nanoseconds: Int64, bucket: Int) {
        #expect(HandlingTimes.bucket(of: nanoseconds) == bucket)
    }

    @Test func `the calls of a batch end with it, each by its own arrival`() {
        let metrics = LaneMetrics(methodCount: 2) { Self.time(1_000_000) }
        let (one, two) = (MethodID(index: 0), MethodID(index: 1))
        for _ in 0..<3 { metrics.callEnded(one, .ok, arrival: Self.time(100)) }
        metrics.callEnded(two, .ok, arrival: Self.time(100))
        metrics.callEnded(one, .ok, arrival: Self.time(40))
        #expect(metrics.hasUnsettled)
        #expect(Self.total(metrics).methods[0].bucketCounts.allSatisfy { $0 == 0 })
        metrics.settle(Self.time(110))
        #expect(!metrics.hasUnsettled)
        let total = Self.total(metrics)
        #expect(total.methods[0].bucketCounts[0] == 3 && total.methods[0].bucketCounts[2] == 1)
        #expect(total.methods[1].bucketCounts[0] == 1)
        #expect(abs(total.methods[0].seconds - 100e-6) < 1e-9)
        metrics.settle(Self.time(9_999))
        #expect(Self.total(metrics).methods[0].bucketCounts.reduce(0, +) == 4)
    }

    @Test func `no call is lost however many groups there are`() {
        let metrics = LaneMetrics(methodCount: 2) { Self.time(2_000) }
        for number in 0..<10_000 {
            metrics.callEnded(
                MethodID(index: number % 2), .ok, arrival: Self.time(Int64(number % 7)))
        }
        metrics.settle(Self.time(3_000))
        let total = Self.total(metrics)
        #expect(total.methods.map { $0.bucketCounts.reduce(0, +) } == [5_000, 5_000, 0])
    }

    @Test func `connections and limits are counted by kind`() {
        let metrics = LaneMetrics(methodCount: 2)
        let kind = ConnectionKind(wire: .grpc, transport: .unix)
        metrics.connectionsChanged(kind, by: 1)
        metrics.connectionsChanged(kind, by: 1)
        metrics.connectionsChanged(kind, by: -1)
        metrics.limitReached(.pings)
        let total = Self.total(metrics)
        #expect(total.connections.map(\.wire) == ["grpc"])
        #expect(total.connections.map(\.count) == [1])
        #expect(total.count(of: .pings) == 1 && total.count(of: .inFlight) == 0)
    }
}
