import CBench
import EpisodeModel
import EpisodeStore
import Glibc
import SyntheticCatalog

/// What the store does a second: `store-bench ROWS DIRECTORY [ascending|shuffled [MEGABYTES]]`.
bench_flush_lines()
let arguments = CommandLine.arguments
guard arguments.count >= 3, let rowCount = Int(arguments[1]), rowCount > 0 else {
    print("usage: store-bench ROWS DIRECTORY [ascending|shuffled [CACHE-MEGABYTES]]")
    exit(2)
}
do {
    let bench = StoreBench(
        rowCount: rowCount, directory: arguments[2],
        isShuffled: arguments.dropFirst(3).first == "shuffled",
        cacheMegabytes: arguments.dropFirst(4).first.flatMap { Int($0) })
    try bench.run()
} catch {
    print("store-bench: \(error)")
    exit(1)
}
