internal import EpisodeProtocol

/// Message, enum and service types by their full names.
public struct MessageSchemas: Sendable {
    public internal(set) var messages: [String: MessageSchema] = [:]
    public internal(set) var enums: [String: EnumSchema] = [:]
    /// In the order of the files.
    public internal(set) var services: [ServiceSchema] = []

    /// The types of the contract, compiled in.
    public static let compiled: MessageSchemas = {
        // What is compiled in is well formed; a test says so.
        (try? MessageSchemas(fileDescriptorSet: CompiledDescriptors.fileDescriptorSet()))
            ?? MessageSchemas()
    }()

    /// No type at all.
    public init() {}

    /// Reads a google.protobuf.FileDescriptorSet, as `protoc --descriptor_set_out` writes it.
    /// - Throws: when the bytes are none. A type that a file only mentions is missed when it is used.
    public init(fileDescriptorSet bytes: [UInt8]) throws(MessageJSONError) {
        for file in try WireMessage(bytes).messages(1) { try add(file) }
    }

    /// Adds what a google.protobuf.FileDescriptorProto declares, as a server's reflection sends it.
    public mutating func add(fileDescriptor bytes: [UInt8]) throws(MessageJSONError) {
        try add(WireMessage(bytes))
    }

    /// Adds the types of others; those of the same name are replaced.
    public mutating func merge(_ other: MessageSchemas) {
        messages.merge(other.messages) { $1 }
        enums.merge(other.enums) { $1 }
        let names = Set(other.services.map(\.fullName))
        services = services.filter { !names.contains($0.fullName) } + other.services
    }

    func required(_ name: String, path: String) throws(MessageJSONError) -> MessageSchema {
        guard let schema = messages[name] else {
            throw MessageJSONError(path, "there is no message type '\(name.prefix(200))'")
        }
        return schema
    }

    /// Finds a method by `package.Service/Method`, `package.Service.Method` or as much of the end of
    /// it as only one method has, such as `ListEpisodes` or `Health/Check`. A leading slash is
    /// passed over.
    public func method(named name: String) -> MethodSchema? {
        let found = methods(named: name)
        return found.count == 1 ? found[0] : nil
    }

    /// All methods that a name can mean, exact ones alone when there are any.
    public func methods(named name: String) -> [MethodSchema] {
        let dotted = (name.hasPrefix("/") ? String(name.dropFirst()) : name)
            .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            .joined(separator: ".")
        let all = services.flatMap(\.methods)
        let exact = all.filter { "\($0.service).\($0.name)" == dotted }
        guard exact.isEmpty, !dotted.isEmpty else { return exact }
        return all.filter { "\($0.service).\($0.name)".hasSuffix(".\(dotted)") }
    }
}
