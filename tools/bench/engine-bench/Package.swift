// swift-tools-version: 6.2
// Measures the engine and the store from outside, over catalogues of their own making:
// tools/bench/engine and tools/bench/store.
// A package of its own, so that nothing of it is built or shipped with the service.
import PackageDescription

let common: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let engine = Target.Dependency.product(name: "EpisodeIndex", package: "episodes")

let package = Package(
    name: "engine-bench",
    dependencies: [.package(name: "episodes", path: "../../..")],
    targets: [
        .target(name: "CBench"),
        .target(name: "SyntheticCatalog", dependencies: [engine], swiftSettings: common),
        .executableTarget(
            name: "engine-bench", dependencies: [engine, "SyntheticCatalog", "CBench"],
            swiftSettings: common),
        .executableTarget(
            name: "store-bench",
            dependencies: [
                engine, "SyntheticCatalog", "CBench",
                .product(name: "EpisodeStore", package: "episodes"),
            ],
            swiftSettings: common),
    ],
    swiftLanguageModes: [.v6]
)
