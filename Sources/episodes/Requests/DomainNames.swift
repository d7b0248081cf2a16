import CommandLineKit
import EpisodeModel

/// Turns what people call a domain into its id.
struct DomainNames {
    let domains: [Domain]

    /// A number is an id and needs no list; nil for any other text.
    static func id(_ text: String) throws(UsageError) -> UInt32? {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !text.isEmpty else {
            return nil
        }
        guard let id = NumberText.integer(text, as: UInt32.self) else {
            throw UsageError("--domain: '\(text.prefix(64))' is over the largest id, \(UInt32.max)")
        }
        return id
    }

    /// The ids that a name means: those of every domain whose slug or name it is, without regard to
    /// case.
    func ids(_ text: String) throws(UsageError) -> [UInt32] {
        let wanted = text.lowercased()
        let found = domains.filter {
            $0.slug.lowercased() == wanted || $0.name.lowercased() == wanted
        }
        guard found.isEmpty else { return found.map(\.id) }
        let candidates = domains.flatMap { [$0.slug, $0.name] }.filter { !$0.isEmpty }
        let shown = TextEscaping.escaped(String(text.prefix(64)))
        throw UsageError(
            "--domain: there is no domain '\(shown)'\(NearestName.hint(text, in: candidates)) "
                + "(\(listing))")
    }

    /// All domains in one line, cut when there are many.
    private var listing: String {
        guard !domains.isEmpty else { return "the catalogue has no domains" }
        let shown = domains.prefix(20).map { domain in
            let name = domain.slug.isEmpty ? domain.name : domain.slug
            return TextEscaping.escaped("\(domain.id) \(name)")
        }
        let more = domains.count > 20 ? ", and \(domains.count - 20) more: episodes options" : ""
        return "there are: \(shown.joined(separator: ", "))\(more)"
    }

    /// The name of a domain, or its id in decimal.
    func name(_ id: UInt32) -> String { names[id] ?? "\(id)" }

    private let names: [UInt32: String]

    init(_ domains: [Domain]) {
        self.domains = domains
        names = Dictionary(
            domains.filter { !$0.name.isEmpty }.map { ($0.id, $0.name) },
            uniquingKeysWith: { first, _ in first })
    }
}
