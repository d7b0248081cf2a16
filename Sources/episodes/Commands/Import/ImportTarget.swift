import EpisodeModel

/// Where the good rows of a file go.
protocol ImportTarget: AnyObject {
    func add(_ episode: Episode) throws(ImportProblem)
    func add(_ domain: Domain) throws(ImportProblem)
}

/// Why a target does not take something.
enum ImportProblem: Error {
    /// The row is at fault.
    case row(EpisodeError)
    /// Nothing more can be taken.
    case failure(Failure)
}

/// Takes everything and keeps nothing: for files that are only checked.
final class NoTarget: ImportTarget {
    func add(_ episode: Episode) {}
    func add(_ domain: Domain) {}
}
