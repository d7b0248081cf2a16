import CatalogFormats
import CommandLineKit

/// The options of `export` and `import`.
enum TransferTable {
    static let exportCommand = Command(
        name: "export", summary: "write episodes and domains to a file",
        options: ListTable.filters + [
            ListTable.sort(default: "id"),
            .single(
                "format", value: "FORMAT", choices: CatalogFormat.allCases.map(\.rawValue),
                help: "Form of the file. Without it the ending of --file decides, or jsonl."),
            .single(
                "file", short: "f", value: "FILE", default: "-",
                help: "Where to write; - is standard output. The file shows under its name only "
                    + "when it is complete."),
            .single(
                "store", value: "PATH",
                help: "Read this store instead of asking a server; always everything, by id."),
        ],
        arguments: [
            Argument(
                "QUERY", isRequired: false, isRepeated: true,
                help: "Words that must all be found, as 'list' takes them.")
        ],
        examples: [
            Example("episodes export --file episodes.jsonl", "the whole catalogue"),
            Example("episodes export --domain ios --format csv > ios.csv", "a part, for a table"),
            Example("episodes export --store catalog.db -f all.json", "without a server"),
        ],
        notes: [exportNote, ListTable.operators])

    private static let exportNote = Note(
        "What is written",
        [
            Note.Row(
                "rows",
                "what 'import' reads back as the same catalogue, byte by byte; all from "
                    + "one revision"),
            Note.Row(
                "domains",
                "all of them, before the rows: in jsonl as {\"domain\": {...}} lines, "
                    + "in csv as records whose column 'record' says domain"),
            Note.Row(
                "stream_url", "only with --store; a server tells it for one video at a time"),
        ])

    static let importCommand = Command(
        name: "import", summary: "read a file into a store or a server's catalogue",
        options: [
            .single(
                "format", value: "FORMAT",
                choices: ["auto"] + CatalogFormat.allCases.map(\.rawValue),
                default: "auto",
                help: "Form of the file; auto looks at the content, then at the file's name."),
            .flag(
                "upsert", help: "Add episodes and replace those with the same id. The default."),
            .flag(
                "replace",
                help: "Make the file the whole catalogue: what it does not have is deleted. Needs "
                    + "--store."),
            .flag("check", help: "Change nothing; say what is wrong and what would change."),
            .single(
                "max-errors", value: "N", default: "100", unit: "rows",
                help: "Stop at so many bad rows; 0 never does."),
            .flag(
                "skip-bad-rows",
                help: "Leave out bad rows. Otherwise a file with one changes nothing."),
            .flag(
                "allow-empty",
                help: "Take a file without rows, which makes --replace delete everything."),
            .single(
                "store", value: "PATH",
                help: "The store to change, in one transaction, served or not; made when there is "
                    + "none. Without it the file goes to the server."),
        ],
        arguments: [
            Argument("FILE", help: "JSON, JSON lines or CSV; - is standard input.")
        ],
        examples: [
            Example("episodes import new.jsonl --check", "what is wrong with a file"),
            Example("episodes import all.csv --store catalog.db --replace", "swap a catalogue"),
            Example("episodes import new.jsonl --server 127.0.0.1:50051", "through a server"),
        ],
        notes: [importNote, csvNote])

    private static let importNote = Note(
        "What is changed",
        [
            Note.Row("--store", "everything at once, or nothing"),
            Note.Row(
                "a server",
                "the file is checked as a whole, then sent in batches of up to 4 MB, "
                    + "each of which holds or not; after a failure run it again. Each batch has a "
                    + "minute unless --timeout is set. A stream_url cannot be sent: episodes "
                    + "keep theirs"),
            Note.Row(
                "repeated ids", "the same row again counts once; another one is a bad row"),
            Note.Row(
                "exit codes",
                "6 when the file is wrong or has bad rows, 1 when the store cannot "
                    + "be changed"),
        ])

    private static let csvNote = Note(
        "CSV",
        [
            Note.Row(
                "header",
                "the first record names the columns as JSON names its keys; id and name "
                    + "must be there, unknown ones are refused"),
            Note.Row(
                "fields", "RFC 4180: commas, quotes and line ends stand in quotes; empty = absent"),
            Note.Row(
                "lists",
                "domains and features: values separated by ';', with '\\' before a ';' or "
                    + "'\\' that belongs to a value"),
            Note.Row(
                "descriptions",
                "with the column description_html both are kept as they are; "
                    + "without it HTML in description is turned into plain text"),
            Note.Row(
                "domains",
                "records whose column 'record' says domain: id, name, slug, "
                    + "description, level, ordinal"),
        ])
}
