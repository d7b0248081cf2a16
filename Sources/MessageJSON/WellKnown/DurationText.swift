/// google.protobuf.Duration as seconds with a fraction and an `s`.
///
/// Source: https://protobuf.dev/reference/protobuf/google.protobuf/#duration
enum DurationText {
    /// About 10,000 years.
    private static let secondsMaximum: Int64 = 315_576_000_000

    /// With 0, 3, 6 or 9 digits after the point; nil when out of range or of mixed signs.
    static func text(seconds: Int64, nanoseconds: Int32) -> String? {
        guard (-secondsMaximum...secondsMaximum).contains(seconds),
            (-999_999_999...999_999_999).contains(nanoseconds),
            seconds == 0 || nanoseconds == 0 || (seconds < 0) == (nanoseconds < 0)
        else { return nil }
        let sign = seconds < 0 || nanoseconds < 0 ? "-" : ""
        return "\(sign)\(seconds.magnitude)\(DigitText.fraction(Int32(nanoseconds.magnitude)))s"
    }

    static func parse(_ text: String) -> (seconds: Int64, nanoseconds: Int32)? {
        var reader = DigitText(text)
        let isNegative = reader.skip("-")
        guard let seconds = reader.wholeNumber(digitsMaximum: 12),
            let nanoseconds = reader.fraction(), reader.skip("s"), reader.isAtEnd,
            seconds < secondsMaximum || (seconds == secondsMaximum && nanoseconds == 0)
        else { return nil }
        return isNegative ? (-seconds, -nanoseconds) : (seconds, nanoseconds)
    }
}

/// google.protobuf.FieldMask as names in lowerCamelCase with commas between them.
///
/// Source: https://protobuf.dev/reference/protobuf/google.protobuf/#field-mask
enum FieldMaskText {
    /// `released_at` as `releasedAt`; nil when there would be no way back.
    static func camelCase(_ path: String) -> String? {
        let camel = path.split(separator: ".", omittingEmptySubsequences: false)
            .map { FieldSchema.lowerCamelCase($0) }.joined(separator: ".")
        return snakeCase(camel) == path ? camel : nil
    }

    /// The paths that a text names; names as the proto file has them stay as they are.
    static func paths(_ text: String) -> [String] {
        text.isEmpty
            ? []
            : text.split(separator: ",", omittingEmptySubsequences: false).map {
                snakeCase(String($0))
            }
    }

    private static func snakeCase(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if ("A"..."Z").contains(scalar) {
                result += "_" + String(scalar).lowercased()
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
