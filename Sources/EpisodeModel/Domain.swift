/// A platform that episodes belong to, such as "iOS & Swift".
public struct Domain: Hashable, Sendable {
    /// Unique within a catalogue, never 0.
    public var id: UInt32
    public var name: String
    /// Short name for URLs and command lines, such as `ios`.
    public var slug: String
    public var description: String
    /// `production`, `beta`, `archived`, or the catalogue's own word.
    public var level: String
    /// Position in lists; nil when the source has none.
    public var ordinal: UInt32?

    public init(id: UInt32, name: String) {
        self.id = id
        self.name = name
        slug = ""
        description = ""
        level = ""
    }
}
