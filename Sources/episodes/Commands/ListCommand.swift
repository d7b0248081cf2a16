import CommandLineKit
import EpisodeClient
import EpisodeModel
import EpisodeProtocol
import RPCCore

/// `list`: a page, several pages or a count.
struct ListCommand {
    let plan: ListPlan
    let session: Session

    func run() async throws(Failure) {
        var request = plan.request
        var names: DomainNames?
        request.domains = try await session.domainIDs(plan.domains, &names)
        if plan.countsOnly { return try await count(request) }
        var output = EpisodeOutput(settings: session.settings, fields: plan.fields)
        var walk = PageWalk(
            request, limit: plan.limit, walksAll: plan.walksAllPages, client: session.client)
        while let page = try await walk.next(session) {
            try session.write(output.add(page))
        }
        if output.needsDomainNames, names == nil { names = try await session.domainNames() }
        let answer = walk.answer
        try session.write(
            output.end(domains: names ?? DomainNames([])) { writer in
                write(answer, to: &writer)
            })
        if plan.format == .table {
            if !answer.facets.isEmpty {
                let table = FacetOutput.table(answer.facets)
                try session.write(
                    (walk.count > 0 ? "\n" : "")
                        + table.text(
                            width: session.settings.width,
                            emphasizesTitles: session.settings.usesBold))
            }
            session.remark(
                ListSummary.text(count: walk.count, answer: answer, pageNumber: plan.pageNumber))
        }
    }

    private func count(_ request: ListEpisodesRequest) async throws(Failure) {
        let answer = try await session.timed("list") { (client) throws(RPCError) in
            try await client.listEpisodes(request)
        }
        switch plan.format {
        case .json, .jsonl:
            var writer = JSONWriter(isIndented: plan.format == .json)
            writer.object { writer in
                writer.key("total_size")
                writer.string("\(answer.totalSize)")
                if !answer.facets.isEmpty {
                    writer.key("facets")
                    FacetOutput.write(answer.facets, to: &writer)
                }
            }
            try session.write(writer.text + "\n")
        case .csv:
            try session.write(CSVText.record(["total_size"]) + "\(answer.totalSize)\r\n")
        case .table, .ids:
            try session.write("\(answer.totalSize)\n")
            guard !answer.facets.isEmpty else { return }
            try session.write(
                "\n"
                    + FacetOutput.table(answer.facets).text(
                        width: session.settings.width,
                        emphasizesTitles: session.settings.usesBold))
        }
    }

    /// What a JSON document holds beside the episodes.
    private func write(_ answer: ListEpisodesResponse, to writer: inout JSONWriter) {
        writer.key("next_page_token")
        writer.string(answer.nextPageToken)
        writer.key("total_size")
        writer.string("\(answer.totalSize)")
        if !answer.facets.isEmpty {
            writer.key("facets")
            FacetOutput.write(answer.facets, to: &writer)
        }
        writer.key("revision")
        writer.string("\(answer.revision)")
    }
}
