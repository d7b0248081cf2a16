import Foundation

/// A file system of a test's own, gone with the value. Needs the right to mount.
public final class Mount {
    public let path: String

    public static let isPossible: Bool = {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("episodes-mount-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: directory) }
        if (try? Mount(["-t", "tmpfs", "tmpfs"], at: directory)) != nil { return true }
        SkipNotice.write("tests of full and read-only disks: this user may not mount any")
        return false
    }()

    public init(_ arguments: [String], at path: String) throws {
        self.path = path
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        try Self.run(["mount"] + arguments + [path])
    }

    deinit { try? Self.run(["umount", "-l", path]) }

    public struct Failure: Error {}

    public static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        if process.terminationStatus != 0 { throw Failure() }
    }
}
