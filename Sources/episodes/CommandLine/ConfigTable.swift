import CommandLineKit

/// The command for the file of settings.
enum ConfigTable {
    static let command = Command(
        name: "config", summary: "show or change settings and where they come from",
        arguments: [
            Argument(
                "ACTION", isRequired: false, choices: ["show", "path", "set", "unset"],
                help: "What to do; show when missing."),
            Argument(
                "KEY", isRequired: false, suggestions: ConfigurationFile.keys,
                help: "For set and unset: \(ConfigurationFile.keys.joined(separator: ", "))."),
            Argument("VALUE", isRequired: false, help: "For set."),
        ],
        examples: [
            Example("episodes config", "every value and its origin"),
            Example("episodes config set server 10.0.0.5:50051", "for all that follows"),
            Example("episodes config set server live:50051 --profile live", "in a profile"),
            Example("episodes list --profile live", "use it"),
        ],
        notes: [
            Note(
                "Which value counts",
                [
                    Note.Row("1", "an option on the command line"),
                    Note.Row("2", "an environment variable"),
                    Note.Row("3", "the profile chosen by --profile or EPISODES_PROFILE"),
                    Note.Row("4", "the file above its first section"),
                    Note.Row("5", "the default"),
                ]),
            Note(
                "File",
                [
                    Note.Row(
                        "place", "$XDG_CONFIG_HOME/episodes/config, or ~/.config/episodes/config"),
                    Note.Row("lines", "key = value; # begins a comment line"),
                    Note.Row("[profile NAME]", "what follows is only for this profile"),
                ]),
        ])
}
