/// A message type: its fields by number and by name.
public struct MessageSchema: Hashable, Sendable {
    public let fullName: String
    /// In the order of their numbers.
    public let fields: [FieldSchema]
    /// Names of the oneofs, those that only stand for `optional` included.
    public let oneofs: [String]
    /// Whether it is an entry of a map, which has a key and a value.
    public let isMapEntry: Bool
    private let placeOfNumber: [UInt32: Int]
    private let placeOfName: [String: Int]

    init(fullName: String, fields: [FieldSchema], oneofs: [String], isMapEntry: Bool) {
        self.fullName = fullName
        self.fields = fields.sorted { $0.number < $1.number }
        self.oneofs = oneofs
        self.isMapEntry = isMapEntry
        placeOfNumber = Dictionary(
            self.fields.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { $1 })
        // A name of the proto file counts more than a JSON name that is the same by chance.
        placeOfName = Dictionary(
            self.fields.enumerated().map { ($1.jsonName, $0) }
                + self.fields.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { $1 })
    }

    public func field(_ number: UInt32) -> FieldSchema? {
        placeOfNumber[number].map { fields[$0] }
    }

    /// - Parameter name: either of the two names of a field.
    public func field(named name: String) -> FieldSchema? { placeOfName[name].map { fields[$0] } }
}

/// An enum type.
public struct EnumSchema: Hashable, Sendable {
    public struct Value: Hashable, Sendable {
        public let name: String
        public let number: Int32
    }

    public let fullName: String
    /// In the order of the proto file.
    public let values: [Value]

    /// The name of a number; the first where several have it.
    public func name(_ number: Int32) -> String? { values.first { $0.number == number }?.name }

    public func number(_ name: String) -> Int32? { values.first { $0.name == name }?.number }
}

/// A method of a service.
public struct MethodSchema: Hashable, Sendable {
    /// Full name of the service.
    public let service: String
    public let name: String
    /// Full name of the type of a request.
    public let request: String
    /// Full name of the type of a reply.
    public let response: String
    public let isClientStreaming: Bool
    public let isServerStreaming: Bool

    /// `package.Service/Method`, as it stands on the wire.
    public var path: String { "\(service)/\(name)" }
}

/// A service and its methods in the order of the proto file.
public struct ServiceSchema: Hashable, Sendable {
    public let fullName: String
    public let methods: [MethodSchema]
}
