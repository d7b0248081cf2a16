// swift-tools-version: 6.2
// A program of its own that uses the client library: everything it needs is this one dependency.
import PackageDescription

let package = Package(
    name: "titles",
    dependencies: [.package(name: "episodes", path: "../../..")],
    targets: [
        .executableTarget(
            name: "titles",
            dependencies: [.product(name: "EpisodeClient", package: "episodes")])
    ]
)
