internal import Glibc

/// What the process was started with, checked to be text.
public enum ProcessArguments {
    /// An argument that is not valid UTF-8; counted from 1, without the program's name.
    public struct InvalidArgument: Error, Hashable, Sendable {
        public let position: Int
    }

    /// The arguments without the program's name. Nothing is repaired silently.
    public static func read() throws(InvalidArgument) -> [String] {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let raw = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let text = unsafe String(validatingCString: raw) else {
                throw InvalidArgument(position: index)
            }
            arguments.append(text)
        }
        return arguments
    }

    /// The environment variables of these names that are set; broken UTF-8 becomes replacement
    /// characters, which no setting accepts.
    public static func environment(_ names: [String]) -> [String: String] {
        var variables: [String: String] = [:]
        for name in names {
            if let value = unsafe getenv(name) { variables[name] = unsafe String(cString: value) }
        }
        return variables
    }

    /// Ends the process at once, after the handlers that libraries have left for its end.
    public static func end(_ status: Int32) -> Never { exit(status) }
}
