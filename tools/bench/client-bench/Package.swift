// swift-tools-version: 6.2
// Measures the client library from outside, as a program that depends on it: tools/bench/client.
// A package of its own, so that nothing of it is built or shipped with the service.
import PackageDescription

let package = Package(
    name: "client-bench",
    dependencies: [.package(name: "episodes", path: "../../..")],
    targets: [
        .executableTarget(
            name: "client-load",
            dependencies: [.product(name: "EpisodeClient", package: "episodes")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .treatAllWarnings(as: .error),
            ])
    ],
    swiftLanguageModes: [.v6]
)
