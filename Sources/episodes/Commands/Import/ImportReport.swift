import CommandLineKit

/// What an import came to, or would come to.
struct ImportReport: Equatable, Sendable {
    /// Rows of the file that are good, each id once.
    var rows = 0
    /// Good rows whose id and content were there before.
    var repeated = 0
    var badRows = 0
    var domains = 0
    /// What became of the rows; nil when that is not known, as nothing was compared.
    var changes: Changes?
    /// Nil when nothing was changed.
    var revision: UInt64?

    struct Changes: Equatable, Sendable {
        var created = 0
        var updated = 0
        var unchanged = 0
        var deleted = 0
    }

    /// - Parameter isCheck: whether the changes are those that would be made.
    func output(isCheck: Bool) -> RecordOutput {
        var members: [(name: String, value: String)] = [("rows", "\(rows)")]
        if repeated > 0 { members.append(("repeated_rows", "\(repeated)")) }
        members += [("bad_rows", "\(badRows)"), ("domains", "\(domains)")]
        if let changes {
            let prefix = isCheck ? "would_be_" : ""
            members += [
                ("\(prefix)created", "\(changes.created)"),
                ("\(prefix)updated", "\(changes.updated)"),
                ("\(prefix)deleted", "\(changes.deleted)"), ("unchanged", "\(changes.unchanged)"),
            ]
        }
        if let revision { members.append(("revision", "\(revision)")) }
        return RecordOutput(members, identifier: revision.map { "\($0)" } ?? "\(rows)")
    }
}
