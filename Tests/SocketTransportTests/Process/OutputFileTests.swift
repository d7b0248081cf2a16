// Purpose: a file that is written is there as a whole or not at all. Method: real files in a folder
// of their own.
import Foundation
import SocketTransport
import Testing

struct OutputFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("output-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path + "/file")
    }

    private var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private func text(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    @Test func `nothing shows before the end`() throws {
        try withFolder { path in
            let file = try OutputFile(path: path)
            try file.write(Array("one ".utf8))
            try file.write(Array("two".utf8))
            #expect(!names.contains("file"))
            try file.commit()
            #expect(names == ["file"])
            #expect(text(path) == "one two")
        }
    }

    @Test func `a file that is given up leaves what was there`() throws {
        try withFolder { path in
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            do {
                let file = try OutputFile(path: path)
                try file.write(Array("new".utf8))
            }
            #expect(text(path) == "old")
            #expect(names == ["file"])
        }
    }

    @Test func `an old file is replaced and keeps its mode`() throws {
        try withFolder { path in
            try "old and longer".write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
            let file = try OutputFile(path: path)
            try file.write(Array("new".utf8))
            try file.commit()
            #expect(text(path) == "new")
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode as? Int == 0o640)
            #expect(names == ["file"])
        }
    }

    @Test func `a link is followed`() throws {
        try withFolder { path in
            try "old".write(toFile: path, atomically: false, encoding: .utf8)
            try FileManager.default.createSymbolicLink(
                atPath: path + "-link", withDestinationPath: path)
            let file = try OutputFile(path: path + "-link")
            try file.write(Array("new".utf8))
            try file.commit()
            #expect(text(path) == "new")
            #expect(Set(names) == ["file", "file-link"])
        }
    }

    @Test func `what is no regular file is written to directly`() throws {
        let file = try OutputFile(path: "/dev/null")
        try file.write([1, 2, 3])
        try file.commit()
        #expect(throws: TransportError.self) { try OutputFile(path: "/dev/full").write([1]) }
    }

    @Test(arguments: ["/no/such/folder/file", "", "a\0b", "/tmp"])
    func `what cannot be written is refused at once`(path: String) {
        #expect(throws: TransportError.self) { try OutputFile(path: path) }
    }
}
