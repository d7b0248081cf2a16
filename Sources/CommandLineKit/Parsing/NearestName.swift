/// Finds what somebody probably meant to type.
public enum NearestName {
    /// The candidate closest to `word`, or nil when none is close: at most a third of the letters
    /// wrong (one at least), or a beginning of at least two letters.
    /// - Complexity: O(candidates x length squared); words over 64 characters match nothing.
    public static func find(_ word: String, in candidates: [String]) -> String? {
        let typed = Array(word.lowercased())
        guard !typed.isEmpty, typed.count <= 64 else { return nil }
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = Array(candidate.lowercased())
            guard name.count <= 64 else { continue }
            var distance = editDistance(typed, name)
            if typed.count >= 2, name.starts(with: typed) { distance = min(distance, 1) }
            guard distance <= max(1, max(typed.count, name.count) / 3) else { continue }
            if best.map({ distance < $0.distance }) ?? true { best = (candidate, distance) }
        }
        return best?.name
    }

    /// `"; did you mean 'X'?"`, or nothing.
    public static func hint(_ word: String, in candidates: [String]) -> String {
        find(word, in: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
    static func editDistance(_ left: [Character], _ right: [Character]) -> Int {
        var older = [Int](repeating: 0, count: right.count + 1)
        var previous = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
                var cost = min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, older[column - 1] + 1)
                }
                current.append(cost)
            }
            older = previous
            previous = current
        }
        return previous[right.count]
    }
}
