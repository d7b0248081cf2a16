/// What kind of single value the bytes that come with it are.
enum Scalar {
    case text
    case number
    case boolean(Bool)
    case null

    /// The value as messages show it, shortened.
    func shown(_ bytes: Span<UInt8>) -> String {
        switch self {
        case .text: "the text '\(shortText(bytes))'"
        case .number: "the number \(shortText(bytes))"
        case .boolean(let value): value ? "true" : "false"
        case .null: "null"
        }
    }
}
