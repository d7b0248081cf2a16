/// What a system call answered: its value, or the error number. "Would block" is a value here, not
/// a failure.
struct SystemResult {
    private let raw: Int

    /// Takes the convention of the C wrappers: negated error numbers below 0.
    init(_ raw: Int) { self.raw = raw }

    var isSuccess: Bool { raw >= 0 }
    /// The value of a success; 0 after a failure.
    var value: Int { raw < 0 ? 0 : raw }
    /// The value as a descriptor; -1 after a failure.
    var descriptor: Int32 { raw < 0 ? -1 : Int32(truncatingIfNeeded: raw) }
    /// 0 after a success.
    var errorNumber: Int32 { raw < 0 ? Int32(truncatingIfNeeded: -raw) : 0 }
    /// Nothing to read or no room to write just now.
    var wouldBlock: Bool { errorNumber == SystemError.wouldBlock }
}
