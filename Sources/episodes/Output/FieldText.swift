import CatalogFormats
import EpisodeModel

/// The value of a field as plain text, for CSV and tables; empty when there is none.
enum FieldText {
    static func text(_ field: EpisodeField, of episode: Episode) -> String {
        switch field {
        case .id: "\(episode.id)"
        case .domains: episode.domains.map { "\($0)" }.joined(separator: ";")
        case .difficulty: episode.difficulty.name
        case .releasedAt: episode.releasedAt?.description ?? ""
        case .popularity: episode.popularity.map(number) ?? ""
        case .duration: episode.durationSeconds.map { "\($0)" } ?? ""
        case .videoIdentifier: episode.videoIdentifier.map { "\($0)" } ?? ""
        case .features: CSVList.text(episode.features)
        case .ordinal: episode.ordinal.map { "\($0)" } ?? ""
        default: field.text(of: episode)
        }
    }

    /// The shortest text that reads back as the same number.
    static func number(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Hours, minutes and seconds: `5:07`, `1:02:03`.
    static func length(_ seconds: UInt32) -> String {
        func two(_ value: UInt32) -> String { value < 10 ? "0\(value)" : "\(value)" }
        let hours = seconds / 3_600
        let minutes = seconds / 60 % 60
        let start = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
        return "\(start):\(two(seconds % 60))"
    }

    /// The name for people: with its course, because "Introduction" alone says nothing.
    static func displayName(_ episode: Episode) -> String {
        episode.parentName.isEmpty ? episode.name : "\(episode.parentName): \(episode.name)"
    }
}
