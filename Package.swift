// swift-tools-version: 6.2
// The modules and the arrows between them. Arrows only point down; Tests/PackageTests asserts them.
import PackageDescription

let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
]

/// Strict memory safety is on everywhere: outside the fences that means no unsafe code at all.
func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: common)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: Array(common.dropLast()))
}

let package = Package(
    name: "episodes",
    products: [
        .executable(name: "episodesd", targets: ["episodesd"]),
        .executable(name: "episodes", targets: ["episodes"]),
        .library(name: "EpisodeClient", targets: ["EpisodeClient"]),
        // For the packages under tools, which measure them from outside.
        .library(name: "EpisodeIndex", targets: ["EpisodeIndex", "EpisodeModel"]),
        .library(name: "EpisodeStore", targets: ["EpisodeStore", "EpisodeModel"]),
    ],
    targets: [
        // System libraries and C: a module map, static-inline wrappers or generated code, no logic.
        .systemLibrary(
            name: "CProtobufC", pkgConfig: "libprotobuf-c", providers: [.apt(["libprotobuf-c-dev"])]
        ),
        // No pkg-config for this one: Debian's file carries a flag that the package manager refuses.
        .systemLibrary(name: "CUtf8proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CYajl", pkgConfig: "yajl", providers: [.apt(["libyajl-dev"])]),
        .systemLibrary(
            name: "CNghttp2", pkgConfig: "libnghttp2", providers: [.apt(["libnghttp2-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "CEpisodesProto", dependencies: ["CProtobufC"]),
        .target(name: "CPlatform"),
        // The sample catalogue as a part of the program; embeds the file under tools.
        .target(name: "CSampleCatalog"),

        // The catalogue and its engine.
        library("EpisodeModel"),
        library("EpisodeIndex", ["EpisodeModel", "CPlatform", "CUtf8proc"]),
        library("CatalogFormats", ["EpisodeModel", "CSampleCatalog", "CYajl"]),
        library("EpisodeStore", ["EpisodeModel", "CSQLite"]),

        // The wire.
        library("RPCCore"),
        // What probes, Prometheus and people read: HTTP/1.1 for pages, and what is on them.
        library("OperatorPages"),
        library("TTRPC", ["RPCCore"]),
        library("GRPCOverHTTP2", ["RPCCore", "CNghttp2", "CZlib"]),
        library(
            "SocketTransport",
            ["RPCCore", "TTRPC", "GRPCOverHTTP2", "OperatorPages", "CPlatform"]),
        library("EpisodeProtocol", ["EpisodeModel", "CEpisodesProto", "CProtobufC"]),

        // Messages of the contract as JSON, by their compiled descriptors.
        library("MessageJSON", ["EpisodeModel", "CatalogFormats", "EpisodeProtocol"]),
        // The load tester: numbers, plans and judgements without sockets, and the thread that sends.
        library("LatencyHistogram", ["CZlib"]),
        library("LoadGenerator", ["LatencyHistogram", "RPCCore"]),
        library(
            "LoadTransport",
            [
                "LoadGenerator", "LatencyHistogram", "RPCCore", "TTRPC", "GRPCOverHTTP2",
                "SocketTransport",
            ]),
        library(
            "LoadReport",
            ["LoadGenerator", "LatencyHistogram", "CommandLineKit", "CatalogFormats"]),

        // The two sides.
        library(
            "EpisodeService",
            ["EpisodeModel", "EpisodeIndex", "EpisodeProtocol", "EpisodeStore", "RPCCore"]),
        library(
            "EpisodeClient", ["EpisodeModel", "EpisodeProtocol", "RPCCore", "SocketTransport"]),
        library("CommandLineKit"),
        .executableTarget(
            name: "episodesd",
            dependencies: [
                "CommandLineKit", "EpisodeModel", "CatalogFormats", "EpisodeProtocol",
                "EpisodeService", "EpisodeStore", "MessageJSON", "OperatorPages", "RPCCore",
                "SocketTransport",
            ],
            swiftSettings: common),
        .executableTarget(
            name: "episodes",
            dependencies: [
                "CommandLineKit", "EpisodeModel", "CatalogFormats", "EpisodeStore",
                "EpisodeClient", "EpisodeProtocol", "MessageJSON", "RPCCore", "SocketTransport",
                "LatencyHistogram", "LoadGenerator", "LoadTransport", "LoadReport",
            ],
            swiftSettings: common),

        // What the tests share: seeded generator, naive reference engine, peers. Not shipped.
        .target(
            name: "TestSupport",
            dependencies: ["EpisodeModel", "CUtf8proc", "RPCCore", "TTRPC", "CNghttp2"],
            swiftSettings: Array(common.dropLast())),

        // A process that the tests of the store start, lock out and kill. Not shipped.
        .executableTarget(
            name: "StoreProcess", dependencies: ["EpisodeStore", "TestSupport"],
            path: "Tests/StoreProcess", swiftSettings: Array(common.dropLast())),

        // Counts heap allocations in test programs. Not shipped.
        .target(name: "CAllocationCounter"),

        tests("EpisodeModelTests", ["EpisodeModel", "TestSupport"]),
        tests(
            "EpisodeIndexTests",
            ["EpisodeIndex", "EpisodeModel", "TestSupport", "CAllocationCounter"]),
        tests("CatalogFormatsTests", ["CatalogFormats", "EpisodeModel", "TestSupport"]),
        tests(
            "EpisodeStoreTests", ["EpisodeStore", "EpisodeModel", "TestSupport", "StoreProcess"]),
        tests("RPCCoreTests", ["RPCCore"]),
        tests("OperatorPagesTests", ["OperatorPages"]),
        tests("TTRPCTests", ["TTRPC", "RPCCore", "TestSupport", "CAllocationCounter"]),
        tests("GRPCOverHTTP2Tests", ["GRPCOverHTTP2", "RPCCore", "CNghttp2", "TestSupport"]),
        tests(
            "SocketTransportTests",
            [
                "SocketTransport", "OperatorPages", "RPCCore", "TTRPC", "TestSupport",
                "CAllocationCounter",
            ]),
        tests(
            "EpisodeProtocolTests",
            [
                "EpisodeProtocol", "EpisodeModel", "TestSupport", "CEpisodesProto",
                "CAllocationCounter",
            ],
            exclude: ["Golden"]),
        tests(
            "EpisodeServiceTests",
            [
                "EpisodeService", "EpisodeProtocol", "EpisodeStore", "EpisodeModel", "RPCCore",
                "TestSupport",
                "CAllocationCounter",
            ]),
        tests(
            "EpisodeClientTests",
            [
                "EpisodeClient", "EpisodeProtocol", "SocketTransport", "EpisodeModel", "RPCCore",
                "TestSupport",
            ]),
        // The parts of the command-line client that need no server.
        tests(
            "EpisodesCommandTests",
            [
                "episodes", "CatalogFormats", "CommandLineKit", "EpisodeProtocol", "EpisodeModel",
                "LoadGenerator", "MessageJSON", "RPCCore", "TestSupport",
            ], exclude: ["Snapshots"]),
        tests("CommandLineKitTests", ["CommandLineKit", "TestSupport"], exclude: ["Snapshots"]),
        .testTarget(
            name: "MessageJSONTests",
            dependencies: [
                "MessageJSON", "EpisodeProtocol", "CEpisodesProto", "TestSupport",
            ],
            exclude: ["Peer"], swiftSettings: Array(common.dropLast())),
        tests(
            "LoadReportTests",
            ["LoadReport", "LoadGenerator", "LatencyHistogram", "RPCCore", "TestSupport"]),
        tests("LatencyHistogramTests", ["LatencyHistogram", "TestSupport"]),
        tests(
            "LoadTransportTests",
            [
                "LoadTransport", "LoadGenerator", "LatencyHistogram", "RPCCore",
                "SocketTransport", "CAllocationCounter", "TestSupport",
            ]),
        tests(
            "LoadGeneratorTests", ["LoadGenerator", "LatencyHistogram", "RPCCore", "TestSupport"]),
        // Properties of the package itself: its arrows, its fences, its style.
        tests("PackageTests", []),
        // The built programs, driven from outside: real sockets, real clients, real files.
        .testTarget(
            name: "SystemTests",
            dependencies: [
                "EpisodeClient", "EpisodeProtocol", "EpisodeModel", "RPCCore", "TestSupport",
            ],
            exclude: ["Peers/Go", "Peers/K6", "Peers/Python"],
            swiftSettings: Array(common.dropLast())),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzz program joins only for tools/fuzz, which builds everything with instrumentation for it:
// to any other build it would be a program that cannot be linked. It is here and not in a package of
// its own, as that could reach products only, and the modules under test are none.
if Context.environment["EPISODES_FUZZ"] != nil {
    package.targets += [
        .target(name: "CLibFuzzer", path: "Tests/CLibFuzzer"),
        .executableTarget(
            name: "Fuzzers",
            dependencies: [
                "CLibFuzzer", "CatalogFormats", "CEpisodesProto", "EpisodeIndex", "EpisodeModel",
                "EpisodeProtocol", "GRPCOverHTTP2", "OperatorPages", "RPCCore", "TTRPC",
                "TestSupport",
            ],
            path: "Tests/Fuzzers", swiftSettings: Array(common.dropLast())),
    ]
}
