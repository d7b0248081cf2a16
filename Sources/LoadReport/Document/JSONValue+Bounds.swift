internal import CatalogFormats

/// Numbers of a document within the bounds that a load test can come to. Sums and products of what
/// is read cannot overflow then.
extension JSONValue {
    typealias Fault = RunDocument.Fault

    /// Numbers up to here are whole in every JSON reader, and so many calls make no run.
    static let countMaximum: Int64 = 1 << 53
    static let nanosecondsMaximum: Int64 = 1 << 62
    static let secondsMaximum = 1e6

    /// A count that may be missing; 0 then.
    func count<Number: FixedWidthInteger>(
        _ name: String, to maximum: Int64 = countMaximum, _ type: Number.Type = Number.self
    ) throws(Fault) -> Number {
        guard let member = present(name) else { return 0 }
        guard let count = member.integer(Int64.self), (0...maximum).contains(count),
            let number = Number(exactly: count)
        else {
            throw Fault(message: "\(name): must be a whole number from 0 to \(maximum)")
        }
        return number
    }

    /// The same of one that must be there.
    func requiredCount(_ name: String) throws(Fault) -> UInt64 {
        guard present(name) != nil else {
            throw Fault(message: "\(name): a whole number is missing")
        }
        return try count(name)
    }

    /// Seconds that may be missing.
    func seconds(_ name: String) throws(Fault) -> Double? {
        guard let member = present(name) else { return nil }
        guard let number = member.double, (0...Self.secondsMaximum).contains(number) else {
            throw Fault(message: "\(name): must be seconds from 0 to 1,000,000")
        }
        return number
    }

    /// The same of those that must be there.
    func requiredSeconds(_ name: String) throws(Fault) -> Double {
        guard let number = try seconds(name) else {
            throw Fault(message: "\(name): a number is missing")
        }
        return number
    }

    /// Nanoseconds of a number of microseconds that may be missing.
    func nanoseconds(ofMicroseconds name: String) throws(Fault) -> Int64? {
        guard let member = present(name) else { return nil }
        guard let number = member.double, number >= 0,
            number <= Double(Self.nanosecondsMaximum) / 1_000
        else {
            throw Fault(message: "\(name): must be microseconds of at most 146 years")
        }
        return Int64((number * 1_000).rounded())
    }

    /// A member that is there and not null.
    private func present(_ name: String) -> JSONValue? {
        guard let member = self[name] else { return nil }
        if case .null = member { return nil }
        return member
    }
}
