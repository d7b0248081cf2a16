import Foundation
import Testing

/// Purpose: the rules of the house that the compiler and the formatter do not know.
struct SourceStyleTests {
    /// The modules where unsafe code may stand.
    private static let fences: Set<String> = [
        "CatalogFormats", "EpisodeIndex", "EpisodeProtocol", "EpisodeStore", "GRPCOverHTTP2",
        "LoadTransport", "RPCCore", "SocketTransport", "TTRPC",
    ]
    /// Single files outside of them: one hands a transport's memory to the encoder, one calls zlib.
    private static let fenceFiles: Set<String> = [
        "Sources/EpisodeService/ReplyBridge.swift", "Sources/LatencyHistogram/Encoding/Zlib.swift",
    ]
    private static let lineCountMaximum = 400

    /// Files of what is shipped; TestSupport is not.
    private static func shippedFiles() throws -> [Checkout.File] {
        let files = try Checkout.swiftFiles(under: "Sources").filter { $0.module != "TestSupport" }
        try #require(files.count > 30)
        return files
    }

    private static func expectNone(
        of pattern: String, in files: [Checkout.File], codeOnly: Bool = true, _ remedy: String
    ) throws {
        let expression = try Regex(pattern)
        for file in files {
            for (number, line) in file.numberedLines {
                let isFound = (codeOnly ? line.code : line).contains(expression)
                #expect(!isFound, "\(file.path):\(number): \(line); \(remedy)")
            }
        }
    }

    @Test func `Nothing that is shipped needs Foundation`() throws {
        try Self.expectNone(
            of: #"^\s*(\S+ )*import (\w+ )?Foundation"#, in: Self.shippedFiles(),
            "use the standard library or the C library")
    }

    @Test func `Unsafe code stays inside its fences`() throws {
        let files = try Self.shippedFiles().filter {
            !Self.fences.contains($0.module) && !Self.fenceFiles.contains($0.path)
        }
        // A browser's words such as unsafe-inline are no Swift.
        try Self.expectNone(
            of: #"\bunsafe\b(?!-[a-z])|\bUnsafe[A-Z]"#, in: files,
            "move it into a module that may do this")
    }

    @Test func `Nothing is left for later and nothing gives up`() throws {
        let later = ["TO" + "DO", "FIX" + "ME", "XX" + "X"].map { #"\b\#($0)\b"# }
        let files = try Checkout.swiftFiles(under: "Sources") + Checkout.swiftFiles(under: "Tests")
        try Self.expectNone(
            of: later.joined(separator: "|"), in: files, codeOnly: false, "do it now")
        try Self.expectNone(
            of: #"\bfatalError\(|\btry!|\bas!"#, in: Self.shippedFiles(),
            "answer with an error that says what is wrong")
    }

    @Test func `Files are short enough to read`() throws {
        let files = try Checkout.swiftFiles(under: "Sources") + Checkout.swiftFiles(under: "Tests")
        for file in files {
            let isShort = file.lines.count <= Self.lineCountMaximum
            #expect(isShort, "\(file.path) has \(file.lines.count) lines")
        }
    }

    @Test func `Lines have no tabs and no blanks at their end`() throws {
        let files = try Checkout.swiftFiles(under: "Sources") + Checkout.swiftFiles(under: "Tests")
        try Self.expectNone(
            of: #"\t|\s$"#, in: files, codeOnly: false, "run 'swift format -i' on the file")
    }

    @Test func `Tests use one test library`() throws {
        try Self.expectNone(
            of: #"\bimport XCTest\b"#, in: Checkout.swiftFiles(under: "Tests"), "import Testing")
    }
}
