@testable import EpisodeIndex

/// A query as the engine reads it, in values that can be compared.
enum TextQuery: Hashable, Sendable {
    case noFilter
    case matchesNothing
    case conditions([TextCondition])

    static func parse(_ utf8: [UInt8]) -> TextQuery {
        let memory = ScratchMemory()
        let query = QueryText(memory: memory)
        let reader = QueryReader(into: query, memory: memory)
        return withExtendedLifetime(memory) {
            let thorough = TextQuery(reader.read(utf8.span), query)
            // The short way must say the same where it says anything.
            if let outcome = query.readPlain(utf8.span) {
                let plain = TextQuery(outcome, query)
                precondition(plain == thorough, "\(utf8): \(plain), not \(thorough)")
            }
            return thorough
        }
    }

    private init(_ outcome: QueryText.Outcome, _ query: QueryText) {
        switch outcome {
        case .noFilter: self = .noFilter
        case .matchesNothing: self = .matchesNothing
        case .conditions:
            self = .conditions(
                (0..<query.conditions.count).map { TextCondition(query.conditions[$0], query) })
        }
    }
}

/// What one chunk, or one quoted segment, of a query asks of a text field.
struct TextCondition: Hashable, Sendable {
    struct Unit: Hashable, Sendable {
        var kind: UnitKind
        var text: [UInt8]
        var isLight: Bool
    }

    var units: [Unit]
    var isTight: [Bool]
    var isQuoted: Bool
    var isOpen: Bool
    var hasWord: Bool
}

extension TextCondition {
    fileprivate init(_ condition: QueryCondition, _ query: QueryText) {
        let units = (Int(condition.start)..<Int(condition.end)).map { query.units[$0] }
        self.init(
            units: units.map {
                Unit(
                    kind: $0.kind, text: Array(query.key($0).array.dropFirst()),
                    isLight: $0.isLight)
            },
            isTight: units.map(\.isTight), isQuoted: condition.isQuoted,
            isOpen: condition.isOpen, hasWord: condition.hasWord)
    }
}
