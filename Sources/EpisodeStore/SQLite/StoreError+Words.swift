/// The sentences, each in one place.
extension StoreError {
    static func locked(_ path: String, _ waitedMilliseconds: Int32) -> StoreError {
        StoreError(
            code: .locked, file: path,
            problem: "another import or edit writes to it and did not end within "
                + "\(waitedMilliseconds) ms",
            remedy: "try again later; 'fuser \(path)' names who has it open")
    }

    static func full(_ path: String) -> StoreError {
        StoreError(
            code: .full, file: path, problem: "the disk is full and nothing of this edit was kept",
            remedy: "free space on the disk of this file or of its temporary directory, then "
                + "repeat the edit")
    }

    static func readOnly(_ path: String, _ problem: String) -> StoreError {
        StoreError(
            code: .readOnly, file: path, problem: problem,
            remedy: "give this user the right to write the file and its directory, or open the "
                + "store for reading only")
    }

    static func damaged(_ path: String, _ problem: String) -> StoreError {
        StoreError(
            code: .damaged, file: path, problem: "is damaged: \(problem)",
            remedy: "restore a backup, or save what is left with 'sqlite3 \(path) .recover'; the "
                + "file was not changed")
    }

    static func replaced(_ path: String) -> StoreError {
        guard StoreFile.exists(path) else {
            return StoreError(
                code: .replaced, file: path, problem: "was removed while it was open",
                remedy: "put the file back")
        }
        return StoreError(
            code: .replaced, file: path,
            problem: "another file took its name while it was open",
            remedy: "put the old file back; or stop all that have it open, move \(path)-wal and "
                + "\(path)-shm away, which belong to the old file, and start again ('episodesd "
                + "restore' replaces the content of a store while it is served)")
    }

    static func outOfMemory(_ path: String) -> StoreError {
        .io(path, "there is no memory left", "give the process more memory")
    }

    static func io(_ path: String, _ problem: String, _ remedy: String) -> StoreError {
        StoreError(code: .io, file: path, problem: problem, remedy: remedy)
    }

    static func notAStore(_ path: String, _ problem: String) -> StoreError {
        StoreError(
            code: .notAStore, file: path, problem: problem,
            remedy: "name the file of a store, or a path where one can be made; if this was a "
                + "store, restore a backup; the file was not changed")
    }

    static func newerSchema(_ path: String, _ found: Int64, _ known: Int64) -> StoreError {
        StoreError(
            code: .newerSchema, file: path,
            problem: "has schema version \(found), and this program knows versions up to \(known)",
            remedy: "use the version of the program that wrote it; the file was not changed")
    }

    static func olderSchema(_ path: String, _ found: Int64, _ known: Int64) -> StoreError {
        StoreError(
            code: .olderSchema, file: path,
            problem: "has schema version \(found) and must be upgraded to \(known)",
            remedy: "open it for writing once, as 'episodesd serve --allow-writes' does")
    }
}

extension StoreError {
    /// A file that cannot be opened for reading.
    static func unreadable(_ path: String, _ number: Int32) -> StoreError {
        StoreError(
            code: .io, file: path, problem: "cannot be read: \(systemWords(number))",
            remedy: "check the path, and that this user may read the file")
    }

    static func notFound(_ path: String) -> StoreError {
        StoreError(
            code: .notFound, file: path, problem: "there is no such file",
            remedy: "check the path, or let a new store be made there")
    }

    static func exists(_ path: String) -> StoreError {
        StoreError(
            code: .exists, file: path, problem: "there is a file of this name",
            remedy: "choose another name or move the file away")
    }

    /// A log without its index, where this user may not make one.
    static func unreadableLog(_ path: String) -> StoreError {
        .readOnly(
            path,
            "has edits in its log \(path)-wal, which cannot be read without making \(path)-shm")
    }

    static func leftLog(_ path: String) -> StoreError {
        StoreError(
            code: .damaged, file: path,
            problem: "is missing, but its log \(path)-wal is there and holds edits",
            remedy: "put the file back beside it, or move the log away to begin a new store")
    }

    /// A file that is written while it is read without locks.
    static func changing(_ path: String) -> StoreError {
        StoreError(
            code: .locked, file: path,
            problem: "was written while it was read, and this user has no right to its lock files",
            remedy: "try again, or give this user the right to write the directory")
    }
}
