/// What is wrong with a store, in words for a person: the file, the fault, the remedy.
public struct StoreError: Error, Hashable, Sendable {
    /// The kinds of fault; a struct, so that new kinds do not break callers.
    public struct Code: Hashable, Sendable {
        private enum Known {
            case locked, full, readOnly, damaged, newerSchema, olderSchema, notAStore, notFound
            case exists, replaced, io, invalidRow, tooLarge, ended
        }
        private let known: Known
        private init(_ known: Known) { self.known = known }

        /// Somebody else writes and did not end in time. The same call may succeed later.
        public static let locked = Code(.locked)
        /// The disk is full. Nothing of the edit was kept.
        public static let full = Code(.full)
        /// The file or its directory cannot be written.
        public static let readOnly = Code(.readOnly)
        /// The content is not what was written.
        public static let damaged = Code(.damaged)
        /// A later version of this program wrote it.
        public static let newerSchema = Code(.newerSchema)
        /// It has to be upgraded first, which reading only must not do.
        public static let olderSchema = Code(.olderSchema)
        /// The file is something else.
        public static let notAStore = Code(.notAStore)
        /// There is no file.
        public static let notFound = Code(.notFound)
        /// There is a file where a new one was to be made.
        public static let exists = Code(.exists)
        /// The file was removed or another took its name while it was open.
        public static let replaced = Code(.replaced)
        /// The operating system refused; the problem says what.
        public static let io = Code(.io)
        /// A row that no catalogue may hold.
        public static let invalidRow = Code(.invalidRow)
        /// There would be more rows or domains than a server can hold.
        public static let tooLarge = Code(.tooLarge)
        /// The bulk edit was committed or rolled back before.
        public static let ended = Code(.ended)
    }

    public let code: Code
    /// Path of the file.
    public let file: String
    /// What is wrong, without the file's name.
    public let problem: String
    /// What to do about it.
    public let remedy: String

    public init(code: Code, file: String, problem: String, remedy: String) {
        self.code = code
        self.file = file
        self.problem = problem
        self.remedy = remedy
    }
}

extension StoreError: CustomStringConvertible {
    /// `file: problem; remedy`.
    public var description: String {
        remedy.isEmpty ? "\(file): \(problem)" : "\(file): \(problem); \(remedy)"
    }

    /// The description; for places that call it that.
    public var message: String { description }
}
