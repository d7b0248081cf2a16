import LoadGenerator
import RPCCore
import Testing

/// Purpose: whatever number a peer sends, there are few kinds of ends and only one of them is good.
struct OutcomeTests {
    @Test func `The numbers of gRPC stay what they are`() {
        for number in 0...16 as ClosedRange<Int32> {
            #expect(LoadOutcome(StatusCode(rawValue: number)).rawValue == number)
        }
    }

    @Test(arguments: [-1, -2, -3, .min, 17, 1_000, .max] as [Int32])
    func `Any other number is UNKNOWN, and is told`(_ number: Int32) {
        let error = RPCError(StatusCode(rawValue: number), "odd")
        #expect(LoadOutcome(error.code) == LoadOutcome(.unknown))
        #expect(LoadOutcome.message(of: error) == "status \(number): odd")
    }

    @Test func `What was never sent has no answer and comes last`() {
        let all: [LoadOutcome] = [.notSent, .cutOff, LoadOutcome(.internalError), .ok]
        #expect(all.sorted() == [.ok, LoadOutcome(.internalError), .cutOff, .notSent])
        #expect(!LoadOutcome.notSent.isAnswer)
    }
}
