import CatalogFormats
import CommandLineKit
import EpisodeModel

/// Episodes as JSON objects: the proto field names, 64-bit numbers as texts, as in protobuf's own
/// JSON form. Absent values are left out.
enum EpisodeJSON {
    /// - Parameter fields: what to write, in this order.
    static func write(_ episode: Episode, fields: [EpisodeField], to writer: inout JSONWriter) {
        writer.object { writer in
            // Both descriptions stand there where one alone would be read back as something else.
            let isPair =
                fields.contains(.description) && fields.contains(.descriptionHTML)
                && episode.needsBothDescriptions
            for field in fields {
                if isPair, field == .description || field == .descriptionHTML {
                    writer.key(field.name)
                    writer.string(field.text(of: episode))
                } else {
                    write(field, of: episode, to: &writer)
                }
            }
        }
    }

    private static func write(
        _ field: EpisodeField, of episode: Episode, to writer: inout JSONWriter
    ) {
        switch field {
        case .domains where !episode.domains.isEmpty:
            writer.key(field.name)
            writer.array { writer in for id in episode.domains { writer.integer(id) } }
        case .features where !episode.features.isEmpty:
            writer.key(field.name)
            writer.array { writer in for feature in episode.features { writer.string(feature) } }
        case .popularity:
            guard let popularity = episode.popularity else { return }
            writer.key(field.name)
            writer.number(popularity)
        case .duration:
            guard let seconds = episode.durationSeconds else { return }
            writer.key(field.name)
            writer.integer(seconds)
        case .ordinal:
            guard let ordinal = episode.ordinal else { return }
            writer.key(field.name)
            writer.integer(ordinal)
        default:
            let text = FieldText.text(field, of: episode)
            guard !text.isEmpty else { return }
            writer.key(field.name)
            writer.string(text)
        }
    }

    static func line(_ episode: Episode, fields: [EpisodeField]) -> String {
        var writer = JSONWriter()
        write(episode, fields: fields, to: &writer)
        return writer.text + "\n"
    }
}
