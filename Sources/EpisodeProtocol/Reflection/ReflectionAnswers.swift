public import EpisodeModel

/// Answers of the reflection service, for both versions of it: their messages are the same.
///
/// Source: https://github.com/grpc/grpc/blob/master/doc/server-reflection.md
public struct ReflectionAnswers {
    private static let notFound: UInt64 = 5
    private static let invalidArgument: UInt64 = 3
    /// Bytes of a name that an error repeats.
    private static let shownCharacterCountMaximum = 200

    private let services: [String]
    private let descriptors = ServiceDescriptors()

    /// - Parameter services: full names of those that the server answers.
    public init(services: [String]) { self.services = Set(services).sorted() }

    /// Prepares the ServerReflectionResponse to one ServerReflectionRequest. What cannot be found
    /// is an error inside the response, so that the stream goes on.
    public func prepare(
        _ payload: borrowing RawSpan, in encoder: inout ReplyEncoder
    ) throws(EpisodeError) {
        encoder.reset()
        try unsafe payload.withUnsafeBytes { (bytes) throws(EpisodeError) in
            let request = unsafe try Self.request(bytes)
            encoder.tail.appendText(1, request.host)
            encoder.tail.appendHead(2, byteCount: bytes.count)
            unsafe encoder.tail.append(contentsOf: bytes)
            answer(request.question, to: &encoder.tail)
        }
    }

    private enum Question {
        case file(String)
        case symbol(String)
        case `extension`
        case extensionNumbers(String)
        case services
    }

    /// 1 host, and the last of 3 to 7.
    private static func request(
        _ bytes: UnsafeRawBufferPointer
    ) throws(EpisodeError) -> (host: String, question: Question?) {
        var (host, question) = ("", Question?.none)
        var fieldsLeft = WireReader.requestFieldCountMaximum
        var reader = unsafe WireReader(bytes)
        while let field = try reader.next(fieldsLeft: &fieldsLeft) {
            guard [1, 3, 4, 5, 6, 7].contains(field.number) else { continue }
            guard field.type == .bytes else {
                throw .wrongType("field \(field.number)", field.type)
            }
            let text = unsafe String(decoding: field.bytes, as: UTF8.self)
            switch field.number {
            case 1: host = text
            case 3: question = .file(text)
            case 4: question = .symbol(text)
            case 5: question = .extension
            case 6: question = .extensionNumbers(text)
            default: question = .services
            }
        }
        return (host, question)
    }

    private func answer(_ question: Question?, to tail: inout [UInt8]) {
        switch question {
        case .services:
            var list: [UInt8] = []
            for service in services {
                list.appendHead(1, byteCount: WireSize.text(field: 1, service))
                list.appendText(1, service)
            }
            tail.appendHead(6, byteCount: list.count)
            tail += list
        case .file(let name):
            appendFiles(of: name, missing: "no file \(Self.shown(name))", to: &tail)
        case .symbol(let name):
            appendFiles(
                of: descriptors.fileOfSymbol[name], missing: "no symbol \(Self.shown(name))",
                to: &tail)
        case .extensionNumbers(let name):
            guard descriptors.messages.contains(name) else {
                return Self.appendError(
                    Self.notFound, "no message \(Self.shown(name))", to: &tail)
            }
            tail.appendHead(5, byteCount: WireSize.text(field: 1, name))
            tail.appendText(1, name)
        case .extension: Self.appendError(Self.notFound, "there are no extensions", to: &tail)
        case nil:
            Self.appendError(
                Self.invalidArgument, "message_request: is missing; ask one question", to: &tail)
        }
    }

    private func appendFiles(of name: String?, missing: String, to tail: inout [UInt8]) {
        let files = name.map { descriptors.closure(of: $0) } ?? []
        guard !files.isEmpty else { return Self.appendError(Self.notFound, missing, to: &tail) }
        let byteCount = files.reduce(0) { unsafe $0 + WireSize.bytes(field: 1, $1.bytes.count) }
        tail.appendHead(4, byteCount: byteCount)
        for file in files {
            tail.appendHead(1, byteCount: unsafe file.bytes.count)
            unsafe tail.append(contentsOf: file.bytes)
        }
    }

    private static func appendError(_ code: UInt64, _ message: String, to tail: inout [UInt8]) {
        tail.appendHead(
            7, byteCount: WireSize.number(field: 1, code) + WireSize.text(field: 2, message))
        tail.appendNumber(1, code)
        tail.appendText(2, message)
    }

    private static func shown(_ name: String) -> String {
        "'\(name.prefix(shownCharacterCountMaximum))'"
    }
}
