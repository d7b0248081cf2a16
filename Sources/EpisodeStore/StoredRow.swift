public import EpisodeModel

/// What a store consists of, one by one.
public enum StoredRow: Sendable {
    case episode(Episode)
    case domain(Domain)
}
