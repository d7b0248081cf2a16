// Purpose: the committed C is what proto/ says. Skipped without protoc-c.
import Foundation
import Testing

@Suite struct `Generated code` {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let hasGenerator = {
        let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/protoc-c")
        if !isThere {
            FileHandle.standardError.write(
                Data("SKIPPING the check of generated code: no /usr/bin/protoc-c\n".utf8))
        }
        return isThere
    }()

    @Test(.enabled(if: hasGenerator), .timeLimit(.minutes(2)))
    func `is up to date`() {
        let script = Self.root.appendingPathComponent("tools/generate-proto.sh").path
        #expect(system("'\(script)' --check") == 0)
    }
}
