// Purpose: what is appended begins on a line of its own, and nobody else reads it. Method: real files
// in a folder of their own.
import Foundation
import SocketTransport
import Testing

struct AppendedFileTests {
    private func withPath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("appended-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path + "/file")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [("", ""), ("one\n", "one\n"), ("one\nha", "one\nha\n"), ("x", "x\n")])
    func `a last line without an end gets one, and others lose the right to read`(
        old: String, kept: String
    ) throws {
        try withPath { path in
            try Data(old.utf8).write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
            let file = try AppendedFile(path: path)
            #expect(file.byteCount == kept.utf8.count)
            try file.write(Array("new\n".utf8))
            #expect(try String(contentsOfFile: path, encoding: .utf8) == kept + "new\n")
            #expect(try mode(path) == 0o600)
        }
    }

    @Test func `two who append leave each other's lines`() throws {
        try withPath { path in
            let files = try (0..<2).map { _ in try AppendedFile(path: path) }
            for number in 0..<4 { try files[number % 2].write(Array("\(number)\n".utf8)) }
            #expect(try String(contentsOfFile: path, encoding: .utf8) == "0\n1\n2\n3\n")
        }
    }

    @Test(.timeLimit(.minutes(1))) func `what is no ordinary file is refused and not waited for`()
        throws
    {
        try withPath { path in
            #expect(mkfifo(path, 0o600) == 0)
            for name in [path, "/dev/null", "/tmp", "", "/no/such/folder/file"] {
                #expect(throws: TransportError.self) { try AppendedFile(path: name) }
            }
        }
    }
}
