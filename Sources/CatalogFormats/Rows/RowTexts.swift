/// The texts of one row, a place for each key. Used again for the next row.
struct RowTexts {
    private var texts = [String](repeating: "", count: RowKey.allCases.count)
    /// Bits of the keys whose text is not empty.
    private var used: UInt64 = 0

    /// Nil when the row has no such text, or an empty one.
    subscript(key: RowKey) -> String? {
        get { isUsed(key) ? texts[Int(key.rawValue)] : nil }
        set {
            guard let newValue, !newValue.isEmpty else { return _ = take(key) }
            texts[Int(key.rawValue)] = newValue
            used |= 1 << key.rawValue
        }
    }

    /// Between the texts of a list that becomes one text.
    static let separator = " & "

    /// Adds a part to the text of a list, in place.
    mutating func join(_ key: RowKey, _ part: String) {
        guard isUsed(key) else { return self[key] = part }
        texts[Int(key.rawValue)] += Self.separator
        texts[Int(key.rawValue)] += part
    }

    /// The text, which the row gives away; nil as above.
    mutating func take(_ key: RowKey) -> String? {
        guard isUsed(key) else { return nil }
        used &= ~(1 << key.rawValue)
        var text = ""
        swap(&text, &texts[Int(key.rawValue)])
        return text
    }

    func isUsed(_ key: RowKey) -> Bool { used & 1 << key.rawValue != 0 }

    /// Forgets all texts.
    mutating func removeAll() {
        while used != 0 {
            texts[used.trailingZeroBitCount] = ""
            used &= used - 1
        }
    }
}
