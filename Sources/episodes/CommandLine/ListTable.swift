import CommandLineKit
import EpisodeModel

/// The options of `list`, the command with most of them.
enum ListTable {
    static let command = Command(
        name: "list", summary: "search, filter and sort episodes",
        options: filters + order + paging,
        arguments: [
            Argument(
                "QUERY", isRequired: false, isRepeated: true,
                help: "Words that must all be found; each is the beginning of a word. "
                    + "\"Words in quotes\" stand together.")
        ],
        examples: [
            Example("episodes list", "the newest episodes"),
            Example("episodes list map --domain ios --difficulty beginner", "filters and words"),
            Example("episodes list --where 'name^=Intro' --sort name", "names that begin so"),
            Example("episodes list --all -o jsonl > episodes.jsonl", "the whole catalogue"),
            Example("episodes list --free --facets --count", "how many, and of what kind"),
        ],
        notes: [operators])

    /// The options that choose episodes.
    static let filters: [Option] = [
        .single(
            "query", value: "TEXT", help: "The words as one text, instead of arguments."),
        .repeated(
            "domain", value: "NAME",
            suggestions: ["ios", "android", "unity", "macos", "server-side-swift", "flutter"],
            help: "Only episodes of this domain: its id, slug or name, such as 1, ios or "
                + "'iOS & Swift'. Several mean any of them."),
        .repeated(
            "difficulty", value: "LEVEL", choices: DifficultyNames.all,
            help: "Only this level; 'all', 'all_levels' and 'none' are the episodes for "
                + "everybody. Several mean any of them."),
        .repeated(
            "type", value: "TYPE",
            suggestions: ["episode", "screencast", "collection", "article", "product"],
            help: "Only this content type, such as episode, screencast or article."),
        .repeated(
            "subscription", value: "TYPE", suggestions: ["free", "beginner", "professional"],
            help: "Only this subscription type, such as free or professional."),
        .flag("free", help: "Short for --subscription free."),
        .repeated(
            "feature", value: "NAME", help: "Only episodes with this feature. Several mean all."),
        .repeated("id", value: "N", help: "Only these ids."),
        .repeated(
            "where", value: "CONDITION",
            help: "A condition on a field, see below. Several must all hold."),
    ]

    private static let order = [sort(default: "-released_at")]

    static func sort(default keys: String) -> Option {
        .single(
            "sort", value: "KEYS", suggestions: sortKeys, default: keys,
            help: "Order: keys separated by commas, '-' before a key for descending. Keys: "
                + "\(EpisodeField.sortableNames.joined(separator: ", ")), relevance.")
    }

    private static let sortKeys =
        (EpisodeField.sortableNames + ["relevance"]).flatMap { [$0, "-\($0)"] }

    private static let paging: [Option] = [
        .single(
            "page-size", value: "N", default: "20", unit: "episodes",
            help: "Episodes of one page, 1 to 1000."),
        .single(
            "page", value: "PAGE",
            help: "A page by its number, counted from 1, or the token of the page before."),
        .flag("all", help: "Every page."),
        .single("limit", value: "N", unit: "episodes", help: "As many pages as give N episodes."),
        .single(
            "facets", value: "NAMES", suggestions: ["all"] + Facet.allCases.map(\.name),
            impliedValue: "all",
            help: "Count the values of facets too: all, or names separated by commas from "
                + "\(Facet.allCases.map(\.name).joined(separator: ", "))."),
        EpisodesTable.fieldsOption,
        .flag("count", help: "Only the number of episodes that match."),
        .single(
            "watch", value: "TIME", impliedValue: "2s",
            help: "Ask again and again, every 2s when no time is given, and show what has changed: "
                + "in place on a terminal, elsewhere one JSON document a line."),
    ]

    static let operators = Note(
        "Conditions of --where",
        [
            Note.Row("FIELD=TEXT", "equal; text compares without case and accents"),
            Note.Row("FIELD==TEXT", "equal to the letter"),
            Note.Row("FIELD!=TEXT", "not equal"),
            Note.Row("FIELD^=TEXT", "begins with"),
            Note.Row("FIELD*=TEXT", "contains"),
            Note.Row("FIELD>=VALUE", "at least; numbers and dates such as 2020-01-31"),
            Note.Row("FIELD<=VALUE", "at most"),
            Note.Row("FIELD?", "has a value"),
            Note.Row("FIELD!?", "has no value"),
            Note.Row("Fields", EpisodeField.allCases.map(\.name).joined(separator: ", ")),
        ])
}

/// What `--difficulty` takes.
enum DifficultyNames {
    static let all =
        Difficulty.allCases.map(\.name).filter { $0 != Difficulty.allLevels.name }
        + ["all", Difficulty.allLevels.name, "none"]

    static func difficulty(_ name: String) -> Difficulty? {
        name == "all" || name == "none" ? .allLevels : Difficulty(name: name)
    }
}
