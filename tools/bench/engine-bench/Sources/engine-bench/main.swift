import CBench
import Glibc

bench_flush_lines()
do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    switch options.command {
    case .measure: try measure(options)
    case .serve: try serve(options)
    case .export: try export(options)
    case .help: print(Options.help)
    }
} catch let problem as Problem {
    bench_complain("engine-bench: \(problem.text)\n")
    exit(2)
}
