// Purpose: what is done about the limit of open files, decided from numbers.
import Testing

@testable import SocketTransport

struct DescriptorLimitTests {
    @Test(
        arguments: [
            // soft, hard, raised, connections that fit, of 100 beside 30 others
            (1_024, 4_096, nil, 100), (130, 130, nil, 100), (64, 4_096, 130, 100),
            (64, 80, 80, 50), (64, 64, nil, 34), (30, 30, nil, 0), (10, 10, nil, 0),
            (64, .max, 130, 100), (.max, .max, nil, 100),
        ] as [(Int64, Int64, Int64?, Int)])
    func `the soft limit rises as far as needed and allowed`(
        soft: Int64, hard: Int64, raised: Int64?, connections: Int
    ) {
        let plan = DescriptorLimit.plan(soft: soft, hard: hard, connections: 100, others: 30)
        #expect(plan == .init(raisedSoftLimit: raised, connectionCount: connections))
    }
}
