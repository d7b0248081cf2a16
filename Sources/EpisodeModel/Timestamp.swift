/// A moment in UTC with microsecond precision, between the years 1 and 9999.
///
/// Finer digits of a source are cut. The range is that of google.protobuf.Timestamp.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before.
    public let microsecondsSinceEpoch: Int64

    /// 0001-01-01T00:00:00Z.
    public static let minimum = Timestamp(unchecked: -62_135_596_800_000_000)
    /// 9999-12-31T23:59:59.999999Z.
    public static let maximum = Timestamp(unchecked: 253_402_300_799_999_999)

    private init(unchecked microseconds: Int64) { microsecondsSinceEpoch = microseconds }

    /// Nil outside the years 1 to 9999.
    public init?(microsecondsSinceEpoch: Int64) {
        guard
            (Self.minimum.microsecondsSinceEpoch...Self.maximum.microsecondsSinceEpoch)
                .contains(microsecondsSinceEpoch)
        else { return nil }
        self.microsecondsSinceEpoch = microsecondsSinceEpoch
    }

    /// From the two fields of google.protobuf.Timestamp; nil when either is out of its range.
    public init?(seconds: Int64, nanoseconds: Int32) {
        guard (0..<1_000_000_000).contains(nanoseconds) else { return nil }
        let (scaled, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        guard !overflow else { return nil }
        let (total, overflowToo) = scaled.addingReportingOverflow(Int64(nanoseconds / 1_000))
        guard !overflowToo else { return nil }
        self.init(microsecondsSinceEpoch: total)
    }

    /// Whole seconds since the epoch, rounded down.
    public var seconds: Int64 {
        let quotient = microsecondsSinceEpoch / 1_000_000
        return microsecondsSinceEpoch % 1_000_000 < 0 ? quotient - 1 : quotient
    }

    /// Nanoseconds beyond `seconds`, 0 to 999,999,000.
    public var nanoseconds: Int32 {
        Int32((microsecondsSinceEpoch - seconds * 1_000_000) * 1_000)
    }

    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSinceEpoch < right.microsecondsSinceEpoch
    }
}
