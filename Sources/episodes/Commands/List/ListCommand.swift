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
        if let interval = plan.watchMilliseconds {
            return try await ListWatch(plan: plan, session: session, request: request)
                .run(every: interval)
        }
        var output = EpisodeOutput(settings: session.settings, fields: plan.fields)
        var walk = PageWalk(request, limit: plan.limit, walksAll: plan.walksAllPages)
        while let page = try await walk.next(session) {
            try session.write(output.add(page))
        }
        if output.needsDomainNames, names == nil { names = try await session.domainNames() }
        let answer = walk.answer
        try session.write(
            output.end(domains: names ?? DomainNames([])) { writer in
                Self.write(answer, to: &writer)
            })
        session.times.result =
            answer.totalSize < 0
            ? "\(walk.count)" : "\(walk.count) of \(CountText.number(answer.totalSize))"
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
                answer.totalSize == 0
                    ? try await NothingFound.text(request, plan, session)
                    : ListSummary.text(
                        count: walk.count, answer: answer, pageNumber: plan.pageNumber))
        }
    }

    private func count(_ request: ListEpisodesRequest) async throws(Failure) {
        let answer = try await session.list(request)
        switch plan.format {
        case .json, .jsonl, .yaml:
            let text = DocumentText.text(plan.format) { writer in
                writer.object { writer in
                    writer.key("total_size")
                    writer.string("\(answer.totalSize)")
                    if !answer.facets.isEmpty {
                        writer.key("facets")
                        FacetOutput.write(answer.facets, to: &writer)
                    }
                }
            }
            try session.write(text)
        case .csv:
            try session.write(CSVText.record(["total_size"]) + "\(answer.totalSize)\r\n")
        case .tsv:
            try session.write(TSVText.record(["total_size"]) + "\(answer.totalSize)\n")
        case .table, .ids, .raw:
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
    static func write(_ answer: ListEpisodesResponse, to writer: inout JSONWriter) {
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
