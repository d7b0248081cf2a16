import Foundation
import Testing

/// Purpose: the committed C code is what the committed .proto files say.
struct GeneratedCodeTests {
    private static let hasCompiler = ["protoc", "protoc-c"].allSatisfy { tool in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)")
        }
    }

    @Test(.enabled(if: hasCompiler, "needs protobuf-compiler and protobuf-c-compiler"))
    func `Generated code is up to date`() throws {
        let (status, output) = try Checkout.run(["sh", "tools/generate-proto.sh", "--check"])
        #expect(status == 0, "\(String(decoding: output, as: UTF8.self))")
    }
}
