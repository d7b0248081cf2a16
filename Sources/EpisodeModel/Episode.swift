/// One row of the catalogue: an episode, screencast, article or collection.
///
/// The zero value of a field means that the source has none (`""`, `[]`, nil); the wire and every
/// file format follow the same rule, so a number 0 never enters a field that has a nil.
public struct Episode: Hashable, Sendable {
    /// Unique within a catalogue, never 0.
    public var id: UInt64
    /// Not unique: many courses have an "Introduction".
    public var name: String
    /// Plain text.
    public var description: String
    /// The description as the source wrote it, when that was HTML.
    public var descriptionHTML: String
    /// Name of the course this episode belongs to.
    public var parentName: String
    /// Platform ids, ascending, each once.
    public var domains: [UInt32]
    public var difficulty: Difficulty
    public var contentType: String
    public var subscriptionType: String
    public var releasedAt: Timestamp?
    /// Finite and not 0; nil when the source has none or 0.
    public var popularity: Double?
    public var durationSeconds: UInt32?
    /// What GetVideoStream asks for; nil when there is no video.
    public var videoIdentifier: UInt64?
    /// Each once, in the source's order.
    public var features: [String]
    public var uri: String
    public var artworkURL: String
    public var technology: String
    public var contributors: String
    /// Position inside the course.
    public var ordinal: UInt32?
    /// Where the video streams from. Not part of the wire's Episode; GetVideoStream answers it.
    public var streamURL: String

    public init(id: UInt64, name: String) {
        self.id = id
        self.name = name
        description = ""
        descriptionHTML = ""
        parentName = ""
        domains = []
        difficulty = .allLevels
        contentType = ""
        subscriptionType = ""
        features = []
        uri = ""
        artworkURL = ""
        technology = ""
        contributors = ""
        streamURL = ""
    }
}
