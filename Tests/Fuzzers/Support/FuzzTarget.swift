import Glibc

/// One kind of input.
struct FuzzTarget: Sendable {
    let name: String
    /// Tries one input; the memory is exactly as long as it says, so that reading beyond it shows.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void
    let seeds: @Sendable () -> [[UInt8]]

    static let all = [
        FuzzTarget(name: "server-frames", run: ServerFrames.run, seeds: ServerFrames.seeds),
        FuzzTarget(name: "http2-frames", run: HTTP2Frames.run, seeds: HTTP2Frames.seeds),
        FuzzTarget(name: "page-request", run: PageRequests.run, seeds: PageRequests.seeds),
        FuzzTarget(name: "client-frames", run: ClientFrames.run, seeds: ClientFrames.seeds),
        FuzzTarget(name: "envelopes", run: Envelopes.run, seeds: Envelopes.seeds),
        FuzzTarget(name: "list-request", run: ListRequests.run, seeds: ListRequests.seeds),
        FuzzTarget(name: "small-requests", run: SmallRequests.run, seeds: SmallRequests.seeds),
        FuzzTarget(name: "replies", run: Replies.run, seeds: Replies.seeds),
        FuzzTarget(name: "page-token", run: PageTokens.run, seeds: PageTokens.seeds),
        FuzzTarget(name: "text-query", run: TextQueries.run, seeds: TextQueries.seeds),
        FuzzTarget(name: "text-field", run: TextFields.run, seeds: TextFields.seeds),
        FuzzTarget(name: "catalog-file", run: CatalogFiles.run, seeds: CatalogFiles.seeds),
    ]

    static func named(_ name: String) -> FuzzTarget {
        if let target = all.first(where: { $0.name == name }) { return target }
        complain("no target '\(name)'; use \(all.map(\.name).joined(separator: ", "))")
        exit(2)
    }
}

/// The target of this process; set once, before the first input.
nonisolated(unsafe) var chosen: FuzzTarget?

@c func runOne(_ data: UnsafePointer<UInt8>?, _ byteCount: Int) -> Int32 {
    chosen?.run(UnsafeRawBufferPointer(start: data, count: byteCount))
    return 0
}

/// Ends the process, which libFuzzer takes as a finding, when something that must hold does not.
func require(_ condition: Bool, _ rule: @autoclosure () -> String) {
    if condition { return }
    complain("broken rule: \(rule())")
    abort()
}

func complain(_ text: String) {
    let line = Array((text + "\n").utf8)
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

func writeFile(_ path: String, _ bytes: [UInt8]) {
    guard let file = fopen(path, "w") else {
        complain("cannot write \(path)")
        exit(2)
    }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
}
