import Foundation
import Testing

/// Purpose: the arrows between the modules only point down, and every arrow is one that was meant.
/// Method: the package manager's own description of the package against the table below.
@Suite(.timeLimit(.minutes(5)))
struct ManifestTests {
    /// What each module may know at most. A new module gets a row here.
    private static let allowed: [String: Set<String>] = [
        "CProtobufC": [], "CUtf8proc": [], "CYajl": [], "CSQLite": [], "CNghttp2": [],
        "CZlib": [], "CPlatform": [], "CSampleCatalog": [],
        "CAllocationCounter": [],
        "CEpisodesProto": ["CProtobufC"],
        "EpisodeModel": [],
        "EpisodeIndex": ["EpisodeModel", "CPlatform", "CUtf8proc"],
        "CatalogFormats": ["EpisodeModel", "CSampleCatalog", "CYajl"],
        "EpisodeStore": ["EpisodeModel", "CSQLite"],
        "RPCCore": [],
        "OperatorPages": [],
        "TTRPC": ["RPCCore"],
        "GRPCOverHTTP2": ["RPCCore", "CNghttp2", "CZlib"],
        "SocketTransport": ["RPCCore", "TTRPC", "GRPCOverHTTP2", "OperatorPages", "CPlatform"],
        "EpisodeProtocol": ["EpisodeModel", "CEpisodesProto", "CProtobufC"],
        "EpisodeService": [
            "EpisodeModel", "EpisodeIndex", "EpisodeProtocol", "EpisodeStore", "RPCCore",
        ],
        "EpisodeClient": ["EpisodeModel", "EpisodeProtocol", "RPCCore", "SocketTransport"],
        "MessageJSON": ["EpisodeModel", "CatalogFormats", "EpisodeProtocol"],
        "LatencyHistogram": ["CZlib"],
        "LoadGenerator": ["LatencyHistogram", "RPCCore"],
        "LoadTransport": [
            "LoadGenerator", "LatencyHistogram", "RPCCore", "TTRPC", "GRPCOverHTTP2",
            "SocketTransport",
        ],
        "LoadReport": ["LoadGenerator", "LatencyHistogram", "CommandLineKit", "CatalogFormats"],
        "CommandLineKit": [],
        "episodesd": [
            "CommandLineKit", "EpisodeModel", "CatalogFormats", "EpisodeProtocol",
            "EpisodeService", "EpisodeStore", "MessageJSON", "OperatorPages", "RPCCore",
            "SocketTransport",
        ],
        "episodes": [
            "CommandLineKit", "EpisodeModel", "CatalogFormats", "EpisodeStore", "EpisodeClient",
            "EpisodeProtocol", "MessageJSON", "RPCCore", "SocketTransport",
            "LatencyHistogram", "LoadGenerator", "LoadTransport", "LoadReport",
        ],
    ]

    /// What only tests use.
    private static let notShipped: Set<String> = ["TestSupport", "StoreProcess"]
    /// Other modules that a file may import.
    private static let systemModules: Set<String> = ["Dispatch", "Glibc", "Synchronization"]
    /// Modules without input, output, threads or a clock.
    private static let pureModules: Set<String> = [
        "EpisodeModel", "RPCCore", "OperatorPages", "TTRPC", "GRPCOverHTTP2",
        "LatencyHistogram", "LoadGenerator", "LoadReport",
    ]
    /// Reached through the headers of other C modules.
    private static let headerModules: Set<String> = ["CProtobufC"]

    @Test func `Every module knows only what it may know`() throws {
        for (name, dependencies) in try Self.dependencies() where !Self.notShipped.contains(name) {
            let allowed = try #require(Self.allowed[name], "\(name) has no row in this table")
            let surplus = dependencies.subtracting(allowed).sorted()
            #expect(surplus.isEmpty, "\(name) depends on \(surplus)")
        }
    }

    @Test func `Nothing that is shipped depends on what tests share`() throws {
        for (name, dependencies) in try Self.dependencies() where !Self.notShipped.contains(name) {
            #expect(!dependencies.contains("TestSupport"), "\(name)")
            #expect(!dependencies.contains("CAllocationCounter"), "\(name)")
        }
    }

    @Test func `Files import what the manifest declares, and all of it`() throws {
        let declared = try Self.dependencies()
        var imported: [String: Set<String>] = [:]
        for file in try Checkout.swiftFiles(under: "Sources") where file.module != "TestSupport" {
            let known = try #require(declared[file.module], "\(file.path) is in no module")
            for (number, line) in file.numberedLines {
                guard let module = Self.importedModule(line) else { continue }
                imported[file.module, default: []].insert(module)
                let isKnown =
                    known.contains(module)
                    || (Self.systemModules.contains(module)
                        && !Self.pureModules.contains(file.module))
                #expect(isKnown, "\(file.path):\(number) imports \(module)")
            }
        }
        for (name, used) in imported {
            let idle = (declared[name] ?? []).subtracting(used).subtracting(Self.headerModules)
                .sorted()
            #expect(idle.isEmpty, "\(name) declares \(idle) and imports it nowhere")
        }
    }

    /// `public import A`, `import struct A.B` and their like name module A.
    private static func importedModule(_ line: Substring) -> String? {
        let words = line.code.split(separator: " ").map(String.init)
        guard let place = words.firstIndex(of: "import"), place <= 2,
            words[..<place].allSatisfy({ $0.hasPrefix("@") || accessLevels.contains($0) })
        else { return nil }
        var rest = words[(place + 1)...]
        if let kind = rest.first, importKinds.contains(kind) { rest = rest.dropFirst() }
        return rest.first?.split(separator: ".").first.map(String.init)
    }

    private static let accessLevels: Set<String> = [
        "public", "package", "internal", "fileprivate", "private",
    ]
    private static let importKinds: Set<String> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]

    /// Target names with their dependencies, tests left out. Asked once for all tests.
    private static func dependencies() throws -> [String: Set<String>] {
        try known.get()
    }

    private static let known = Result { try readDependencies() }

    private static func readDependencies() throws -> [String: Set<String>] {
        struct Manifest: Decodable {
            struct Target: Decodable {
                let name: String
                let type: String
                let dependencies: [Dependency]
            }
            struct Dependency: Decodable {
                let byName: [String?]?
                let target: [String?]?
            }
            let targets: [Target]
        }
        // The usual build folder is locked while these tests run from it.
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("episodes-manifest-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let (status, output) = try Checkout.run([
            "swift", "package", "--scratch-path", scratch.path, "dump-package",
        ])
        try #require(status == 0)
        let manifest = try JSONDecoder().decode(Manifest.self, from: output)
        var result: [String: Set<String>] = [:]
        for target in manifest.targets where target.type != "test" {
            let names = try target.dependencies.map {
                try #require(($0.byName ?? $0.target)?.first ?? nil, "\(target.name)")
            }
            result[target.name] = Set(names)
        }
        try #require(result.count > 10)
        return result
    }
}
