import CommandLineKit

/// Why the server cannot serve: one line and an exit code.
struct StartFailure: Error {
    let message: String
    let exitCode: ExitCode
}
