/// The processor time that a control group (version 2) grants, as a number of processors.
///
/// Source: Linux, Documentation/admin-guide/cgroup-v2.rst, `cpu.max`.
enum ProcessorQuota {
    /// The smallest quota of this process's group and those above it, rounded up to whole
    /// processors; nil when none has one.
    ///
    /// - Parameter read: gives a file's text, nil when there is none.
    static func processorCount(read: (String) -> String?) -> Int? {
        guard let membership = read("/proc/self/cgroup"), let group = group(membership) else {
            return nil
        }
        return folders(of: group)
            .compactMap { read("/sys/fs/cgroup\($0)/cpu.max").flatMap(processorCount) }
            .min()
    }

    /// The path of the version 2 group in /proc/PID/cgroup, which stands behind `0::`.
    static func group(_ membership: String) -> String? {
        membership.split(separator: "\n").first { $0.hasPrefix("0::/") }
            .map { String($0.dropFirst(3)) }
    }

    /// A group and all above it, without a slash at the end; the root is the empty text. A group
    /// outside of the visible tree has only the root.
    static func folders(of group: String) -> [String] {
        let names = group.split(separator: "/")
        guard !names.contains("..") else { return [""] }
        return (0...names.count).reversed().map { count in
            names.prefix(count).map { "/" + $0 }.joined()
        }
    }

    /// Reads `QUOTA PERIOD`, in microseconds; nil for `max` and for anything else.
    static func processorCount(_ text: String) -> Int? {
        let words = text.split(whereSeparator: \.isWhitespace)
        guard let first = words.first, let quota = Int64(first), quota > 0 else { return nil }
        let period = words.count > 1 ? Int64(words[1]) ?? 0 : 100_000
        guard period > 0 else { return nil }
        let whole = quota / period + (quota.isMultiple(of: period) ? 0 : 1)
        return Int(exactly: whole)
    }
}
