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
    /// A measurement has no result.
    public static let nothingMeasured = ExitCode(rawValue: 7)
    /// A measurement could not hold the rate that was asked for.
    public static let rateNotHeld = ExitCode(rawValue: 8)
    /// Ended by SIGINT.
    public static let interrupted = ExitCode(rawValue: 130)
    /// Ended by SIGTERM.
    public static let terminated = ExitCode(rawValue: 143)

    /// 64 + the number of a gRPC status; a number outside 1...16 counts as 2 (UNKNOWN).
    public static func status(_ number: Int32) -> ExitCode {
        ExitCode(rawValue: 64 + ((1...16).contains(number) ? number : 2))
    }

    /// Every code and what help and the manual page say of it.
    private static let meanings: [(code: ExitCode, text: String)] = [
        (.ok, "success"),
        (.internalError, "internal error"),
        (.usage, "wrong usage"),
        (.threshold, "a threshold or comparison failed"),
        (.notFound, "not found, or only a part of it"),
        (.cannotConnect, "cannot connect"),
        (.badData, "bad input data"),
        (.nothingMeasured, "nothing was measured"),
        (.rateNotHeld, "the rate asked for was not held"),
        (.interrupted, "interrupted (SIGINT)"),
        (.terminated, "terminated (SIGTERM)"),
    ]

    /// The codes for help and the manual page.
    public static let note = Note(
        "Exit codes",
        meanings.filter { $0.code.rawValue < 64 }.map(row)
            + [Note.Row("64+N", "the server answered gRPC status N")]
            + meanings.filter { $0.code.rawValue > 80 }.map(row))

    private static func row(_ meaning: (code: ExitCode, text: String)) -> Note.Row {
        Note.Row("\(meaning.code.rawValue)", meaning.text)
    }
}
