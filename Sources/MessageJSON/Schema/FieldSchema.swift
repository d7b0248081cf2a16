/// One field of a message type.
public struct FieldSchema: Hashable, Sendable {
    /// What a field holds; numbers are those of FieldDescriptorProto.Type.
    public enum Kind: Hashable, Sendable {
        case double, float, int64, uint64, int32, fixed64, fixed32, bool, string, bytes
        case uint32, sfixed32, sfixed64, sint32, sint64
        /// Full name of the type.
        case message(String)
        /// Full name of the type.
        case enumeration(String)
    }

    public let number: UInt32
    /// As the proto file has it.
    public let name: String
    /// In lowerCamelCase.
    public let jsonName: String
    public let kind: Kind
    public let isRepeated: Bool
    /// Place in the oneofs of the message; nil = in none.
    public let oneofIndex: Int?
    /// Whether a value equal to the default differs from none.
    public let hasPresence: Bool

    /// Numbers of a repeated field stand in one piece.
    var isPackable: Bool {
        switch kind {
        case .string, .bytes, .message: false
        default: true
        }
    }

    /// What the proto file calls the type.
    public var typeName: String {
        switch kind {
        case .message(let name), .enumeration(let name): name
        default: "\(kind)"
        }
    }

    init?(
        number: UInt32, name: String, jsonName: String, type: UInt64, typeName: String,
        isRepeated: Bool, oneofIndex: Int?, hasPresence: Bool
    ) {
        guard !name.isEmpty, let kind = Self.kind(type, typeName) else { return nil }
        self.number = number
        self.name = name
        self.jsonName = jsonName.isEmpty ? Self.lowerCamelCase(name) : jsonName
        self.kind = kind
        self.isRepeated = isRepeated
        self.oneofIndex = oneofIndex
        self.hasPresence = hasPresence
    }

    private static func kind(_ type: UInt64, _ typeName: String) -> Kind? {
        switch type {
        case 1: .double
        case 2: .float
        case 3: .int64
        case 4: .uint64
        case 5: .int32
        case 6: .fixed64
        case 7: .fixed32
        case 8: .bool
        case 9: .string
        case 11: .message(typeName)
        case 12: .bytes
        case 13: .uint32
        case 14: .enumeration(typeName)
        case 15: .sfixed32
        case 16: .sfixed64
        case 17: .sint32
        case 18: .sint64
        default: nil
        }
    }

    /// `page_size` as `pageSize`.
    static func lowerCamelCase(_ name: some StringProtocol) -> String {
        var result = ""
        var isAfterUnderscore = false
        for character in name {
            if character == "_" {
                isAfterUnderscore = true
            } else {
                result += isAfterUnderscore ? character.uppercased() : String(character)
                isAfterUnderscore = false
            }
        }
        return result
    }
}
