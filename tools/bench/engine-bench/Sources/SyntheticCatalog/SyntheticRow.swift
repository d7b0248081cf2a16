/// A generated row; words are ranks in the vocabulary, facet values places in `FacetValues`.
public struct SyntheticRow {
    /// Counted from 0; the id is one more.
    public var number = 0
    /// Bit by place in `FacetValues.domains`.
    public var domains: UInt32 = 0
    public var difficulty = 0
    public var contentType = 0
    public var subscriptionType = 0
    /// Bit by place in `FacetValues.features`.
    public var features: UInt32 = 0
    /// Since 1970, whole minutes.
    public var releasedSeconds: Int64 = 0
    /// 0: none.
    public var popularity: Int64 = 0
    public var durationSeconds: UInt32 = 0
    public var parent = 0
    public var name: [Int32] = []
    public var description: [Int32] = []
    /// Text without spaces between words, at the description's end; empty unless asked for.
    public var run: [Unicode.Scalar] = []

    public init() {}

    public var id: UInt64 { UInt64(number + 1) }

    /// All facet values in one word: domains from bit 0, difficulty from 6, content type from 10,
    /// subscription type from 14, features from 17.
    public var signature: UInt32 {
        domains | 1 << (6 + difficulty) | 1 << (10 + contentType) | 1 << (14 + subscriptionType)
            | features << 17
    }
}

public enum FacetValues {
    public static let domains: [UInt32] = [1, 2, 3, 5, 8, 9]
    static let domainShares = [0.52, 0.22, 0.05, 0.07, 0.04, 0.10]
    /// The last means none.
    public static let difficulties = ["beginner", "intermediate", "advanced", ""]
    static let difficultyShares = [0.38, 0.37, 0.10, 0.15]
    public static let contentTypes = ["episode", "collection", "screencast", "article"]
    static let contentTypeShares = [0.80, 0.08, 0.04, 0.08]
    public static let subscriptionTypes = ["free", "beginner", "professional"]
    static let subscriptionTypeShares = [0.22, 0.28, 0.50]
    public static let features = [
        "captions", "transcript", "source_code", "quiz", "offline", "uhd", "hdr", "audio_only",
        "chapters", "certificate", "assignment", "live",
    ]
    static let featureWeights = [0.9, 0.6, 0.7, 0.2, 0.5, 0.3, 0.1, 0.25, 0.4, 0.08, 0.12, 0.03]
    /// Rows by how many features they have.
    static let featureCountShares = [0.15, 0.20, 0.25, 0.20, 0.12, 0.08]
}
