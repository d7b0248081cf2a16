// Purpose: what comes from outside never crashes, hangs or is understood in two ways.
// Method: one program with a target for each kind of input; libFuzzer looks for bytes that break a
// `require`. tools/fuzz builds and runs it.
//
//     Fuzzers --list                  the names of the targets
//     Fuzzers --seeds TARGET FOLDER   writes first inputs, made of this package's own messages
//     FUZZ_TARGET=NAME Fuzzers ...    libFuzzer with its options

import CLibFuzzer
import Glibc

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "--list":
    for target in FuzzTarget.all { print(target.name) }
case "--seeds" where arguments.count == 4:
    let target = FuzzTarget.named(arguments[2])
    for (number, seed) in target.seeds().enumerated() {
        writeFile("\(arguments[3])/seed-\(number)", seed)
    }
default:
    // Not an argument, as libFuzzer starts itself again with its own arguments for some tasks.
    chosen = FuzzTarget.named(getenv("FUZZ_TARGET").map { String(cString: $0) } ?? "")
    var count = CommandLine.argc
    var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &values, runOne))
}
