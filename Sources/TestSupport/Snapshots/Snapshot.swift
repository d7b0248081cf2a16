import Foundation

/// Texts that must not change unseen, stored beside the tests.
///
/// With EPISODES_UPDATE_SNAPSHOTS=1 in the environment the stored texts are replaced by the present
/// ones; look at the difference before it is committed.
public enum Snapshot {
    /// What differs first between a text and the stored one; nil when they are the same.
    ///
    /// - Parameters:
    ///   - name: of the file in the folder Snapshots of the tests.
    ///   - testFile: a file right in the folder of the tests.
    public static func difference(
        _ text: String, _ name: String, testFile: String = #filePath
    ) throws -> String? {
        let folder = URL(fileURLWithPath: testFile).deletingLastPathComponent()
            .appendingPathComponent("Snapshots")
        let file = folder.appendingPathComponent(name)
        if ProcessInfo.processInfo.environment["EPISODES_UPDATE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
            return nil
        }
        guard let data = try? Data(contentsOf: file) else {
            return "\(name): nothing is stored; run with EPISODES_UPDATE_SNAPSHOTS=1"
        }
        let stored = String(decoding: data, as: UTF8.self)
        guard stored != text else { return nil }
        let (old, new) = (
            stored.split(separator: "\n", omittingEmptySubsequences: false),
            text.split(separator: "\n", omittingEmptySubsequences: false)
        )
        let line =
            zip(old, new).enumerated().first { $0.element.0 != $0.element.1 }?.offset
            ?? min(old.count, new.count)
        func shown(_ lines: [Substring]) -> String {
            lines.indices.contains(line) ? "'\(lines[line])'" : "the end"
        }
        return "\(name):\(line + 1): stored \(shown(old)), now \(shown(new))"
    }
}
