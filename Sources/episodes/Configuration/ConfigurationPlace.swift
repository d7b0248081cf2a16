import CommandLineKit
import SocketTransport

/// Where the file of settings is, and what it says.
///
/// Source of the place: https://specifications.freedesktop.org/basedir-spec/latest/
struct ConfigurationPlace {
    /// Nil when the environment names no home either.
    let path: String?

    static let variables = ["XDG_CONFIG_HOME", "HOME"]

    init(environment: [String: String]) {
        // A relative path there means nothing, by the specification.
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].flatMap { $0.isEmpty ? nil : "\($0)/.config" }
        path = folder.map { "\($0)/episodes/config" }
    }

    /// The file; an empty one when there is none.
    func read() throws(UsageError) -> ConfigurationFile {
        guard let path else { return try ConfigurationFile(path: "config", text: "") }
        let text: String?
        do throws(TransportError) {
            text = try TextFile.read(path)
        } catch {
            throw UsageError(error.message)
        }
        return try ConfigurationFile(path: path, text: text ?? "")
    }
}
