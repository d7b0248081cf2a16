import EpisodeIndex
import Glibc
import SyntheticCatalog

/// Puts the catalogue and the common queries into files.
func export(_ options: Options) throws {
    guard !options.directory.isEmpty else { throw Problem(text: "export needs --directory") }
    mkdir(options.directory, 0o755)
    let workload = Workload(options)
    let table = try TextFile(options.directory + "/catalog.tsv")
    let lines = options.hasJSON ? try TextFile(options.directory + "/catalog.jsonl") : nil
    workload.forEachRow { row in
        table.write(Exchange.tabbedLine(row, of: workload.generator))
        lines?.write(Exchange.jsonLine(row, of: workload.generator))
    }
    try table.close()
    try lines?.close()
    let queries = try TextFile(options.directory + "/queries.tsv")
    for query in workload.queries.prefix(workload.commonCount) {
        queries.write(Exchange.tabbedLine(query))
    }
    try queries.close()
}

private func build(_ options: Options) throws -> (Workload, any Engine, Int) {
    let workload = Workload(options)
    let before = Machine.residentKilobytes()
    let engine: any Engine
    switch options.engine {
    case "engine": engine = try IndexEngine(workload)
    case "scan": engine = ScanEngine(workload)
    default: throw Problem(text: "unknown engine '\(options.engine)'; use engine or scan")
    }
    return (workload, engine, Machine.residentKilobytes() - before)
}

/// Speaks the line protocol that all engines of a comparison speak.
func serve(_ options: Options) throws {
    let (workload, engine, residentKilobytes) = try build(options)
    let start = Machine.seconds()
    var answered = 0
    if !options.answers.isEmpty {
        let file = try TextFile(options.answers)
        for query in workload.queries.prefix(workload.commonCount) {
            if Machine.seconds() - start > answerSecondsMaximum() { break }
            engine.run(query.number, skipsTotal: false)
            let ids = engine.ids.map { "\($0)" }.joined(separator: ",")
            file.write("\(query.number)\t\(engine.total)\t\(ids)\n")
            answered += 1
        }
        try file.close()
    }
    let classes = engine.name == "engine" ? workload.classNames : workload.commonClassNames
    let facts: [(String, String)] = [
        ("engine", "\"\(engine.name)\""), ("build_s", "\(engine.buildSeconds)"),
        ("add_s", "\(engine.additionSeconds)"), ("text_bytes", "\(engine.textByteCount)"),
        ("mem_kb", "\(engine.indexByteCount / 1_024)"), ("rss_kb", "\(residentKilobytes)"),
        ("peak_kb", "\(Machine.peakKilobytes())"), ("verified", "\(answered)"),
        ("verify_s", "\(Machine.seconds() - start)"), ("skips_totals", "\(engine.skipsTotals)"),
        ("classes", "[" + classes.map { "\"\($0)\"" }.joined(separator: ",") + "]"),
    ]
    print("READY {" + facts.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
    while let line = readLine() {
        let words = line.split(separator: " ")
        guard words.count == 2, let seconds = Double(words[1]) else {
            throw Problem(text: "expected CLASS SECONDS, not '\(line)'")
        }
        let parts = words[0].split(separator: ":")
        let result = Measurement.take(
            engine, workload.places(of: String(parts[0])),
            skipsTotal: parts.count == 2 && parts[1] == "no_total", seconds: seconds)
        print(
            "{\"n\":\(result.count),\"el\":\(result.elapsedSeconds),"
                + "\"p50\":\(result.p50Microseconds),\"p99\":\(result.p99Microseconds),"
                + "\"samples\":\(result.sampleCount),\"allocs\":\(result.allocationsPerQuery)}")
    }
}

/// `VERIFY_S`: how long the answering of all queries may take; a slow engine answers a part.
private func answerSecondsMaximum() -> Double {
    getenv("VERIFY_S").flatMap { Double(String(cString: $0)) } ?? 90
}

/// The engine alone, as a table.
func measure(_ options: Options) throws {
    let (workload, engine, residentKilobytes) = try build(options)
    let count = workload.generator.rowCount
    print(
        "\(count) rows, seed \(options.seed): built in \(round2(engine.buildSeconds)) s, "
            + "\(engine.indexByteCount / count) bytes a row by the index's own count, "
            + "\(residentKilobytes * 1_024 / count) resident, "
            + "\(round2(Double(workload.statistics.wordCount) / Double(count))) words a row, "
            + "\(round2(Double(engine.textByteCount) / 1e6 / max(engine.additionSeconds, 1e-9)))"
            + " MB/s of text taken in")
    for use in engine.memoryUses.sorted(by: { $0.byteCount > $1.byteCount }) {
        print("  \(round2(Double(use.byteCount) / Double(count))) bytes a row: \(use.purpose)")
    }
    print("  \(round2(engine.additionSeconds)) s: taking the rows in, their words and texts")
    for time in engine.buildTimes {
        print("  \(round2(time.seconds)) s: \(time.purpose)")
    }
    print(columns("class", "queries/s", "p50 us", "p99 us", "allocations", "without total"))
    for name in options.classes.isEmpty ? workload.classNames : options.classes {
        let places = workload.places(of: name)
        let full = Measurement.take(engine, places, skipsTotal: false, seconds: options.seconds)
        let short = Measurement.take(engine, places, skipsTotal: true, seconds: options.seconds)
        print(
            columns(
                name, "\(Int(full.queriesPerSecond))", round2(full.p50Microseconds),
                round2(full.p99Microseconds), round2(full.allocationsPerQuery),
                "\(Int(short.queriesPerSecond))"))
    }
}

private func round2(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

private func columns(_ name: String, _ values: String...) -> String {
    func padding(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count))
    }
    return values.reduce(name + padding(name, 14)) { $0 + padding($1, 14) + $1 }
}
