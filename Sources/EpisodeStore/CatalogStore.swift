public import EpisodeModel

/// A durable catalogue with revisions, behind whatever database.
///
/// Every revision is a state that somebody committed. The number grows by one with each edit that
/// changes something, in the order of the commits, and is never used twice within an identity.
/// Methods may be called from any thread and block it.
public protocol CatalogStore: AnyObject, Sendable {
    /// The history that was found by the last call that looked at the store.
    var identity: CatalogIdentity { get }

    /// The newest revision; 0 in a store that was never edited.
    func revision() throws(StoreError) -> UInt64

    func episodeCount() throws(StoreError) -> Int

    /// Reads one revision as a whole: domains first, then episodes, each by ascending id.
    ///
    /// Memory does not grow with the catalogue. Edits go on meanwhile and are not seen. Every row is
    /// checked, and so is their number: what is damaged is an error and never left out.
    ///
    /// - Parameter sink: may call the store; what it throws ends the reading.
    /// - Returns: the revision that was read.
    func readAll(_ sink: (StoredRow) throws(StoreError) -> Void) throws(StoreError) -> UInt64

    /// What differs between a revision and the newest.
    ///
    /// - Parameter episodeCountMaximum: how many rows, changed or deleted, the caller wants at most;
    ///   when it is more, the answer is `gone`.
    func changes(
        after revision: UInt64, episodeCountMaximum: Int
    ) throws(StoreError) -> StoreChangesAnswer

    /// Blocks until there is a revision beyond one, whoever made it, or time is up.
    ///
    /// A hint only: ask `changes` what happened. When the store cannot be read, this waits for the
    /// whole time and then answers true, so that the caller looks and is told why. A day at most.
    func waitForRevision(beyond revision: UInt64, timeoutMilliseconds: Int64) -> Bool

    /// Changes some rows. All or nothing, and durable when it returns.
    ///
    /// The same edit again changes nothing, keeps the revision and says so. A row is equal to the
    /// one that is there when all its bytes are.
    func apply(_ edit: StoreEdit) throws(StoreError) -> StoreReceipt

    /// Begins an edit of any size. Other writers wait until it ends; readers do not.
    func begin(_ mode: BulkMode) throws(StoreError) -> any BulkEdit

    /// Forgets which rows were deleted in revisions up to one: whoever asks for changes after an
    /// older one has to read everything.
    ///
    /// - Returns: the number of rows forgotten.
    @discardableResult
    func trim(through revision: UInt64) throws(StoreError) -> Int
}

/// What happens to rows that a bulk edit does not mention.
public enum BulkMode: Hashable, Sendable {
    /// They stay.
    case upsert
    /// They are deleted: what was added is the whole catalogue. Domains stay when none were added,
    /// as not every file format has them.
    case replace
}

/// An edit that is given row by row, for one thread. Ends by `commit` or `rollback`; when it is
/// given up otherwise, that is a rollback.
public protocol BulkEdit: AnyObject {
    /// Adds a row or replaces the one with its id; of an id added twice the last one holds.
    @discardableResult
    func add(_ episode: Episode) throws(StoreError) -> RowOutcome

    func add(_ domain: Domain) throws(StoreError)

    /// Makes it all visible and durable as one revision.
    func commit() throws(StoreError) -> StoreReceipt

    func rollback()
}
