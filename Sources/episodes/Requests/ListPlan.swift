import CommandLineKit
import EpisodeModel
import EpisodeProtocol

/// What `list` has to do: the request without its domains, whose names only the server knows, and
/// how many pages to walk.
struct ListPlan {
    var request = ListEpisodesRequest()
    /// As typed: ids, slugs and names.
    var domains: [String] = []
    /// Conditions as typed, in the order of the request's.
    var conditions: [String] = []
    /// Fields to show; nil = the format's own choice.
    var fields: [EpisodeField]?
    var walksAllPages = false
    /// Ask again after so long; nil = once.
    var watchMilliseconds: Int64?
    /// Episodes to stop after; nil = no limit.
    var limit: Int?
    var countsOnly = false
    var format: OutputFormat
    /// Shown in the summary when pages are asked for by number.
    var pageNumber: Int?

    /// Reads and checks every option of `list` that can be checked without a server.
    init(_ command: ParsedCommand, format: OutputFormat) throws(UsageError) {
        self.format = format
        let filters = try FilterOptions(command)
        request = filters.request
        domains = filters.domains
        conditions = filters.conditions
        try readOrder(command)
        try readPaging(command)
        let takesFacets: [OutputFormat] = [.table, .json, .yaml, .raw]
        if !request.facets.isEmpty, !takesFacets.contains(format), !countsOnly {
            throw UsageError("--facets: facets need the output format table, json, yaml or raw")
        }
        watchMilliseconds = try command.durationMilliseconds("watch", in: 100...3_600_000)
        if watchMilliseconds != nil, isWalk || countsOnly {
            throw UsageError("--watch: shows one page; leave out --all, --limit and --count")
        }
        // Tokens are only good for the same request, so pages that are shown one by one keep the
        // same mask and total in every format; a walk's tokens are never shown.
        if let fields { request.readMask = fields.map(\.name) }
        if walksAllPages || limit != nil {
            if fields == nil { request.readMask = Self.mask(format) }
            request.skipTotalSize = ![.table, .json, .yaml].contains(format)
        }
        if countsOnly {
            request.readMask = [EpisodeField.id.name]
            request.pageSize = 1
        }
    }

    /// Whether more than one page may be asked for.
    var isWalk: Bool { walksAllPages || limit != nil }

    private mutating func readOrder(_ command: ParsedCommand) throws(UsageError) {
        request.sort = try FilterOptions.sort(command)
        if let names = command.string("fields") { fields = try FieldList.parse(names) }
        if let names = command.string("facets") { request.facets = try FacetList.parse(names) }
    }

    private mutating func readPaging(_ command: ParsedCommand) throws(UsageError) {
        walksAllPages = command.flag("all")
        countsOnly = command.flag("count")
        limit = try command.integer("limit", in: 1...Int(Int32.max))
        let size = try command.integer("page-size", in: 1...EpisodeQuery.pageSizeMaximum)
        guard !walksAllPages || limit == nil else {
            throw UsageError("--all: leave out --limit, or --all to stop after that many")
        }
        let isWalk = walksAllPages || limit != nil
        if countsOnly, isWalk || command.string("page") != nil {
            throw UsageError("--count: counts all that matches; leave out --all, --limit, --page")
        }
        let chosen = size ?? EpisodeQuery.pageSizeDefault
        if isWalk, command.origin(of: "page-size") == .defaultValue {
            // A row has a bound of its own, so a full page may end early; that is the walk's care.
            request.pageSize = Int32(clamping: min(limit ?? .max, EpisodeQuery.pageSizeMaximum))
        } else {
            request.pageSize = Int32(clamping: chosen)
        }
        if let page = command.string("page") { try readPage(page, size: chosen) }
    }

    private mutating func readPage(_ text: String, size: Int) throws(UsageError) {
        guard text.utf8.count <= 9, let number = NumberText.integer(text, as: Int.self) else {
            guard Self.mayBeToken(text) else {
                throw UsageError(
                    "--page: '\(text.prefix(40))' is neither a page number from 1 nor the token of "
                        + "an earlier page")
            }
            request.pageToken = text
            return
        }
        guard number >= 1 else { throw UsageError("--page: pages are counted from 1") }
        let (skip, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        guard !overflow, let narrow = Int32(exactly: skip) else {
            throw UsageError("--page: page \(number) of \(size) is beyond the last possible one")
        }
        request.skip = narrow
        pageNumber = number
    }

    /// Whether a text has the look of a token; whether it is one, only the server knows.
    private static func mayBeToken(_ text: String) -> Bool {
        text.utf8.count >= 20
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// What a format shows, so that a walk moves nothing else; empty = everything.
    private static func mask(_ format: OutputFormat) -> [String] {
        switch format {
        case .ids: [EpisodeField.id.name]
        case .table: EpisodeTable.fieldsNeeded.map(\.name)
        default: []
        }
    }
}
