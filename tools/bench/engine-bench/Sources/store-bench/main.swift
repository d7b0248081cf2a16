import CBench
import EpisodeModel
import EpisodeStore
import Glibc
import SyntheticCatalog

/// What the store does a second: `store-bench ROWS DIRECTORY [ascending|shuffled]`.
bench_flush_lines()
let arguments = CommandLine.arguments
guard arguments.count >= 3, let rowCount = Int(arguments[1]), rowCount > 0 else {
    print("usage: store-bench ROWS DIRECTORY [ascending|shuffled]")
    exit(2)
}
do {
    let bench = try StoreBench(
        rowCount: rowCount, directory: arguments[2], isShuffled: arguments.last == "shuffled")
    try bench.run()
} catch {
    print("store-bench: \(error)")
    exit(1)
}
