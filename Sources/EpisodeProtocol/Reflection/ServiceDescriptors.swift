internal import CEpisodesProto
internal import EpisodeModel

/// The files that describe this server's services, compiled in, and which of them declares a name.
@safe struct ServiceDescriptors {
    /// One google.protobuf.FileDescriptorProto.
    @safe struct File {
        /// As long as the program lives.
        let bytes: UnsafeRawBufferPointer
        var imports: [String] = []

        init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }
    }

    private(set) var files: [String: File] = [:]
    /// Fully qualified names of everything a file declares.
    private(set) var fileOfSymbol: [String: String] = [:]
    private(set) var messages: Set<String> = []

    /// Fields of one FileDescriptorSet: far more than these files have.
    private static let fieldCountMaximum = 1_000_000

    /// Reads what is compiled in.
    /// - Complexity: O(its bytes), once for each event loop that is asked.
    init() {
        var byteCount = 0
        guard let start = unsafe episodes_descriptors(&byteCount) else { return }
        // What is compiled in is well formed; a test says so.
        try? unsafe read(UnsafeRawBufferPointer(start: start, count: byteCount))
    }

    /// A FileDescriptorSet: 1 file.
    mutating func read(_ bytes: UnsafeRawBufferPointer) throws(EpisodeError) {
        var reader = unsafe WireReader(bytes)
        var fieldsLeft = Self.fieldCountMaximum
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            if field.number == 1, field.type == .bytes {
                unsafe try readFile(field.bytes, &fieldsLeft)
            }
        }
    }

    /// 1 name, 2 package, 3 dependency, 4 message_type, 5 enum_type, 6 service.
    private mutating func readFile(
        _ bytes: UnsafeRawBufferPointer, _ fieldsLeft: inout Int
    ) throws(EpisodeError) {
        var (name, package) = ("", "")
        var file = unsafe File(bytes)
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.type == .bytes else { continue }
            switch field.number {
            case 1: name = unsafe Self.text(field.bytes)
            case 2: package = unsafe Self.text(field.bytes)
            case 3: file.imports.append(unsafe Self.text(field.bytes))
            default: break
            }
        }
        files[name] = file
        reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.type == .bytes else { continue }
            switch field.number {
            case 4: unsafe try readMessage(field.bytes, in: package, of: name, &fieldsLeft)
            case 5: unsafe try readEnum(field.bytes, in: package, of: name, &fieldsLeft)
            case 6:
                _ = unsafe try declare(
                    field.bytes, in: package, of: name, members: [2], &fieldsLeft)
            default: break
            }
        }
    }

    /// 1 name, 2 field, 3 nested_type, 4 enum_type, 6 extension, 8 oneof_decl.
    private mutating func readMessage(
        _ bytes: UnsafeRawBufferPointer, in scope: String, of file: String,
        _ fieldsLeft: inout Int
    ) throws(EpisodeError) {
        let name = unsafe try declare(
            bytes, in: scope, of: file, members: [2, 6, 8], &fieldsLeft)
        messages.insert(name)
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.type == .bytes else { continue }
            if field.number == 3 {
                unsafe try readMessage(field.bytes, in: name, of: file, &fieldsLeft)
            } else if field.number == 4 {
                unsafe try readEnum(field.bytes, in: name, of: file, &fieldsLeft)
            }
        }
    }

    /// 1 name, 2 value. A value belongs to what is around its enum, by protobuf's rules; it is
    /// found inside the enum too, where people look for it.
    private mutating func readEnum(
        _ bytes: UnsafeRawBufferPointer, in scope: String, of file: String,
        _ fieldsLeft: inout Int
    ) throws(EpisodeError) {
        _ = unsafe try declare(bytes, in: scope, of: file, members: [2], &fieldsLeft)
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.number == 2, field.type == .bytes else { continue }
            _ = unsafe try declare(field.bytes, in: scope, of: file, members: [], &fieldsLeft)
        }
    }

    /// Notes a declaration, whose field 1 is its name, and those of its members that stand in
    /// fields of these numbers; returns its full name.
    private mutating func declare(
        _ bytes: UnsafeRawBufferPointer, in scope: String, of file: String, members: Set<UInt32>,
        _ fieldsLeft: inout Int
    ) throws(EpisodeError) -> String {
        var name = scope
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard field.type == .bytes else { continue }
            if field.number == 1 {
                let own = unsafe Self.text(field.bytes)
                name = scope.isEmpty ? own : "\(scope).\(own)"
                fileOfSymbol[name] = file
            } else if members.contains(field.number) {
                _ = unsafe try declare(
                    field.bytes, in: name, of: file, members: [], &fieldsLeft)
            }
        }
        return name
    }

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        unsafe String(decoding: bytes, as: UTF8.self)
    }

    /// A file and everything it imports, itself first, each once.
    func closure(of name: String) -> [File] {
        var (result, seen, left): ([File], Set<String>, [String]) = ([], [name], [name])
        while let next = left.popLast() {
            guard let file = files[next] else { continue }
            result.append(file)
            for imported in file.imports where seen.insert(imported).inserted {
                left.append(imported)
            }
        }
        return result
    }
}
