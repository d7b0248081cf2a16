import LoadGenerator
import Testing

/// Purpose: a comparison calls a change worse only when it is more than tolerance and noise.
struct RunComparisonTests {
    private func run(_ milliseconds: Int64) -> RunResult {
        JudgingTests.result([Int64](repeating: milliseconds, count: 200_000))
    }

    @Test func `The same is not worse`() {
        #expect(!RunComparison(base: [run(10)], new: [run(10)], tolerance: 0.05).isWorse)
    }

    @Test func `Slower by more than the tolerance is worse, faster is not`() {
        #expect(RunComparison(base: [run(100)], new: [run(110)], tolerance: 0.05).isWorse)
        #expect(!RunComparison(base: [run(100)], new: [run(104)], tolerance: 0.05).isWorse)
        let better = RunComparison(base: [run(100)], new: [run(50)], tolerance: 0.05)
        #expect(!better.isWorse)
        #expect(better.rows.contains { $0.verdict == .better })
    }

    @Test func `What repeats spread is noise`() {
        let noisy = [run(80), run(100), run(125)]
        #expect(!RunComparison(base: noisy, new: [run(110)], tolerance: 0.05).isWorse)
        #expect(RunComparison(base: noisy, new: [run(140)], tolerance: 0.05).isWorse)
    }

    @Test func `A new run without a result is worse`() {
        #expect(RunComparison(base: [run(10)], new: [RunResult()], tolerance: 0.05).isWorse)
    }

    @Test func `More errors are worse`() {
        let base = JudgingTests.result([Int64](repeating: 5, count: 100_000))
        let new = JudgingTests.result([Int64](repeating: 5, count: 99_000), failures: 1_000)
        #expect(RunComparison(base: [base], new: [new], tolerance: 0.05).isWorse)
    }
}
