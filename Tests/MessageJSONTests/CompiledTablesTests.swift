// Purpose: the descriptors that the JSON form goes by and the tables that libprotobuf-c goes by say
// the same of every field of every message of every service.
@preconcurrency import CEpisodesProto
import MessageJSON
import Testing

struct CompiledTablesTests {
    private static var services: [ProtobufCServiceDescriptor] {
        [
            episodes__v1__episode_service__descriptor, episodes__v1__catalog_service__descriptor,
            grpc__health__v1__health__descriptor,
        ]
    }

    @Test func `libprotobuf-c's tables agree with the schemas`() throws {
        var seen: Set<String> = []
        for service in Self.services {
            let name = String(cString: service.name)
            let schema = try #require(
                MessageSchemas.compiled.services.first { $0.fullName == name })
            #expect(schema.methods.count == Int(service.n_methods))
            for index in 0..<Int(service.n_methods) {
                let method = service.methods[index]
                let own = try #require(
                    schema.methods.first { $0.name == String(cString: method.name) })
                #expect(own.request == String(cString: method.input.pointee.name))
                #expect(own.response == String(cString: method.output.pointee.name))
                try compare(method.input, &seen)
                try compare(method.output, &seen)
            }
        }
        #expect(seen.count > 20)
    }

    private func compare(
        _ table: UnsafePointer<ProtobufCMessageDescriptor>, _ seen: inout Set<String>
    ) throws {
        let name = String(cString: table.pointee.name)
        guard seen.insert(name).inserted else { return }
        let schema = try #require(MessageSchemas.compiled.messages[name], "\(name)")
        #expect(schema.fields.count == Int(table.pointee.n_fields), "\(name)")
        for index in 0..<Int(table.pointee.n_fields) {
            let field = table.pointee.fields[index]
            let own = try #require(schema.field(field.id), "\(name) \(field.id)")
            let place = "\(name).\(own.name)"
            #expect(own.name == String(cString: field.name))
            #expect(own.isRepeated == (field.label == PROTOBUF_C_LABEL_REPEATED), "\(place)")
            #expect(Self.typeName(field) == own.typeName, "\(place)")
            if field.type == PROTOBUF_C_TYPE_MESSAGE {
                try compare(
                    field.descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self),
                    &seen)
            }
            if field.type == PROTOBUF_C_TYPE_ENUM { try compareEnum(field, own) }
        }
    }

    private func compareEnum(_ field: ProtobufCFieldDescriptor, _ own: FieldSchema) throws {
        let table = field.descriptor.assumingMemoryBound(to: ProtobufCEnumDescriptor.self).pointee
        let schema = try #require(MessageSchemas.compiled.enums[own.typeName])
        #expect(schema.values.count == Int(table.n_values))
        for index in 0..<Int(table.n_values) {
            let value = table.values[index]
            #expect(schema.number(String(cString: value.name)) == value.value)
        }
    }

    private static func typeName(_ field: ProtobufCFieldDescriptor) -> String {
        switch field.type {
        case PROTOBUF_C_TYPE_MESSAGE:
            String(
                cString: field.descriptor.assumingMemoryBound(
                    to: ProtobufCMessageDescriptor.self
                ).pointee.name)
        case PROTOBUF_C_TYPE_ENUM:
            String(
                cString: field.descriptor.assumingMemoryBound(to: ProtobufCEnumDescriptor.self)
                    .pointee.name)
        case PROTOBUF_C_TYPE_INT32: "int32"
        case PROTOBUF_C_TYPE_INT64: "int64"
        case PROTOBUF_C_TYPE_UINT32: "uint32"
        case PROTOBUF_C_TYPE_UINT64: "uint64"
        case PROTOBUF_C_TYPE_DOUBLE: "double"
        case PROTOBUF_C_TYPE_BOOL: "bool"
        case PROTOBUF_C_TYPE_STRING: "string"
        case PROTOBUF_C_TYPE_BYTES: "bytes"
        default: "another"
        }
    }
}
