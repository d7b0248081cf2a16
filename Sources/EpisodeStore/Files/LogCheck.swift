internal import Glibc

/// Looks for damage in a write-ahead log before SQLite recovers it.
///
/// SQLite takes the first frame that is not right for the end of the log, as after a loss of power
/// it may be. But then at most one transaction can follow it, the one that was being written: each
/// is on the disk before the next one begins. When more follow, or when the log's head is not right,
/// acknowledged edits would be lost in silence. Format: sqlite.org/fileformat.html, section 4.
enum LogCheck {
    /// How often damage must be seen before it is believed: others may be writing the log, and a
    /// frame that is half written looks like one that is wrong.
    private static let lookCount = 3
    private static let pause = timespec(tv_sec: 0, tv_nsec: 50_000_000)

    /// - Throws: `damaged`. Nothing is changed; a log that cannot be read is left to SQLite.
    static func run(_ path: String) throws(StoreError) {
        for look in 1...lookCount {
            do throws(StoreError) {
                return try lookOnce(path)
            } catch {
                guard look < lookCount else { throw error }
                var pause = pause
                unsafe nanosleep(&pause, nil)
            }
        }
    }

    private static func lookOnce(_ path: String) throws(StoreError) {
        guard StoreFile.hasLog(path), let log = LogReader(path + "-wal") else { return }
        guard log.headIsIntact() else {
            // Space that was reserved and never written is no damage.
            if log.isHeadEmpty { return }
            throw damage(path, "its head is not what was written")
        }
        var intactCount = 0
        while log.readFrame(), log.frameFollows() { intactCount += 1 }
        var commitCount = 0
        while log.hasFrame, commitCount < 2 {
            if log.isCommit { commitCount += 1 }
            _ = log.readFrame()
        }
        // A log that began anew while it was read says nothing.
        guard commitCount >= 2, log.hasSameHead(as: path + "-wal") else { return }
        throw damage(path, "what follows its frame \(intactCount) is not what was written")
    }

    private static func damage(_ path: String, _ problem: String) -> StoreError {
        StoreError(
            code: .damaged, file: path + "-wal", problem: "the log is damaged: \(problem)",
            remedy: "restore a backup, or move the log away to go on without the edits in it")
    }
}
