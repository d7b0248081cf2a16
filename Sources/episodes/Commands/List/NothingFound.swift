import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// Says which filter leaves nothing over: for each it counts what there would be without it.
enum NothingFound {
    /// Filters that are tried; each costs a call.
    private static let filterCountMaximum = 12

    /// - Parameter plan: has the filters as they were typed.
    static func text(
        _ request: ListEpisodesRequest, _ plan: ListPlan, _ session: Session
    ) async throws(Failure) -> String {
        let filters = filters(request, plan)
        guard filters.count > 1 else { return "no episodes match" }
        var best: (label: String, total: Int64)?
        for filter in filters.prefix(filterCountMaximum) {
            var rest = filter.rest
            rest.facets = []
            rest.readMask = [EpisodeField.id.name]
            (rest.pageSize, rest.skip, rest.pageToken) = (1, 0, "")
            let total = try await session.list(rest, step: "count").totalSize
            if total > best?.total ?? 0 { best = (filter.label, total) }
        }
        guard let best else { return "no episodes match, whichever one filter is left out" }
        let noun = best.total == 1 ? "episode" : "episodes"
        return "no episodes match; without \(best.label) there would be "
            + "\(CountText.number(best.total)) \(noun)"
    }

    /// Every filter as it is typed, and the request without it.
    private static func filters(
        _ request: ListEpisodesRequest, _ plan: ListPlan
    ) -> [(label: String, rest: ListEpisodesRequest)] {
        var filters: [(label: String, rest: ListEpisodesRequest)] = []
        func add(_ label: String, _ change: (inout ListEpisodesRequest) -> Void) {
            var rest = request
            change(&rest)
            if rest != request {
                filters.append((TextEscaping.escaped(String(label.prefix(80))), rest))
            }
        }
        add("the words '\(request.query)'") { $0.query = "" }
        add("--domain \(plan.domains.joined(separator: ", "))") { $0.domains = [] }
        add("--difficulty \(request.difficulties.map(\.name).joined(separator: ", "))") {
            $0.difficulties = []
        }
        add("--type \(request.contentTypes.joined(separator: ", "))") { $0.contentTypes = [] }
        add("--subscription \(request.subscriptionTypes.joined(separator: ", "))") {
            $0.subscriptionTypes = []
        }
        add("--id") { $0.ids = [] }
        for (index, feature) in request.features.enumerated() {
            add("--feature \(feature)") { $0.features.remove(at: index) }
        }
        for (index, text) in plan.conditions.enumerated() {
            add("--where '\(text)'") { $0.predicates.remove(at: index) }
        }
        return filters
    }
}
