public import RPCCore

/// How a call ended, with all its kinds told apart: the status of an answer, or why there was none.
public struct LoadOutcome: RawRepresentable, Hashable, Comparable, Sendable {
    /// A gRPC status number, or a number below 0 for calls without an answer.
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Nil for a number that no outcome has.
    public init?(known rawValue: Int32) {
        guard (Self.notSent.rawValue...Self.codes.upperBound).contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The numbers of gRPC. Any other number that a peer says is UNKNOWN, so that it can neither
    /// pass for OK nor make more kinds than there are; `message(of:)` keeps the number.
    public static let codes: ClosedRange<Int32> = 0...16

    public init(_ code: StatusCode) {
        rawValue =
            Self.codes.contains(code.rawValue) ? code.rawValue : StatusCode.unknown.rawValue
    }

    /// What a failed call said, with its number when that is none of gRPC's.
    public static func message(of error: RPCError) -> String {
        codes.contains(error.code.rawValue)
            ? error.message : "status \(error.code.rawValue): \(error.message)"
    }

    public static let ok = LoadOutcome(rawValue: 0)
    /// No answer came in time, not even one that says so.
    public static let noAnswer = LoadOutcome(rawValue: -1)
    /// The connection broke while the call waited.
    public static let connectionLost = LoadOutcome(rawValue: -2)
    /// The run ended while the call waited, before its own time was over.
    public static let cutOff = LoadOutcome(rawValue: -3)

    /// Its time came and it never went out.
    public static let notSent = LoadOutcome(rawValue: -4)

    public var isAnswer: Bool { rawValue >= 0 }

    /// The name of the status, or of the reason.
    public var name: String {
        switch self {
        case .noAnswer: "no answer"
        case .connectionLost: "connection lost"
        case .cutOff: "cut off"
        case .notSent: "not sent"
        default: StatusCode(rawValue: rawValue).name
        }
    }

    /// OK first, then the statuses, then what had no answer.
    public static func < (left: LoadOutcome, right: LoadOutcome) -> Bool {
        if left.isAnswer != right.isAnswer { return left.isAnswer }
        return left.rawValue.magnitude < right.rawValue.magnitude
    }
}
