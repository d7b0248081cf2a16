public import Foundation

/// The directory with real data that some tests read: it is no part of the repository.
///
/// Named by the environment variable EPISODES_SHARED; by default the directory `shared` beside the
/// checkout. A test that needs it states `.enabled(if: SharedData.isAvailable)`, so that a checkout
/// without the data still passes; the first such question then says so on standard error.
public enum SharedData {
    /// The directory, whether it exists or not.
    public static let directory: URL = {
        if let named = ProcessInfo.processInfo.environment["EPISODES_SHARED"], !named.isEmpty {
            return URL(fileURLWithPath: named, isDirectory: true).standardizedFileURL
        }
        let checkout = URL(fileURLWithPath: #filePath)  // CHECKOUT/Sources/TestSupport/this file
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return checkout.deletingLastPathComponent()
            .appendingPathComponent("shared", isDirectory: true).standardizedFileURL
    }()

    /// True when the directory exists.
    public static let isAvailable: Bool = {
        var isDirectory: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: directory.path, isDirectory: &isDirectory)
        if exists && isDirectory.boolValue { return true }
        let notice = """
            SKIPPING tests that read real data: there is no directory \(directory.path); \
            name it in EPISODES_SHARED

            """
        FileHandle.standardError.write(Data(notice.utf8))
        return false
    }()

    /// The path of one file, given relative to the directory: `SharedData.path("data/x.json")`.
    public static func path(_ relative: String) -> String {
        directory.appendingPathComponent(relative).path
    }
}
