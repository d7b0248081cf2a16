/// The texts of one row by key. A row has about ten, so looking through them is faster than hashing.
struct RowTexts {
    private var entries: [(key: RowKey, text: String)] = []

    /// Nil when the row has no such text, or an empty one.
    subscript(key: RowKey) -> String? {
        get { entries.first { $0.key == key }?.text }
        set {
            let index = entries.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let text?): entries[index].text = text
            case (let index?, nil): entries.remove(at: index)
            case (nil, let text?): entries.append((key, text))
            case (nil, nil): break
            }
        }
    }
}
