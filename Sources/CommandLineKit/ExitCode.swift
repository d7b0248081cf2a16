/// The status a program ends with; the same meanings for every command.
public struct ExitCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let ok = ExitCode(rawValue: 0)
    /// A fault of the program or of the machine, such as a full disk.
    public static let internalError = ExitCode(rawValue: 1)
    /// The command line is wrong.
    public static let usage = ExitCode(rawValue: 2)
    /// A threshold or comparison failed.
    public static let threshold = ExitCode(rawValue: 3)
    /// Something asked for does not exist, or only a part of it was found.
    public static let notFound = ExitCode(rawValue: 4)
    public static let cannotConnect = ExitCode(rawValue: 5)
    /// Input data is wrong.
    public static let badData = ExitCode(rawValue: 6)
    /// Ended by SIGINT.
    public static let interrupted = ExitCode(rawValue: 130)
    /// Ended by SIGTERM.
    public static let terminated = ExitCode(rawValue: 143)

    /// 64 + the number of a gRPC status; a number outside 1...16 counts as 2 (UNKNOWN).
    public static func status(_ number: Int32) -> ExitCode {
        ExitCode(rawValue: 64 + ((1...16).contains(number) ? number : 2))
    }

    /// The codes for help and the manual page.
    public static let note = Note(
        "Exit codes",
        [
            Note.Row("0", "success"),
            Note.Row("1", "internal error"),
            Note.Row("2", "wrong usage"),
            Note.Row("3", "a threshold failed"),
            Note.Row("4", "not found, or only a part of it"),
            Note.Row("5", "cannot connect"),
            Note.Row("6", "bad input data"),
            Note.Row("64+N", "the server answered gRPC status N"),
            Note.Row("130, 143", "interrupted, terminated"),
        ])
}
