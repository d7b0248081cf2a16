import RPCCore
import TTRPC
import TestSupport

/// Bytes and rules that the tests of this module share.
enum Frames {
    static let methods = MethodTable([
        MethodDescriptor(service: "a.S", name: "Read", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Write", role: .editor, isIdempotent: false, isWrite: true),
        MethodDescriptor(
            service: "a.S", name: "Stream", kind: .serverStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Talk", kind: .bidirectionalStreaming, role: .reader,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Later", kind: .unaryAnsweredLater, role: .editor,
            isIdempotent: true),
        MethodDescriptor(
            service: "a.S", name: "Watch", kind: .serverStreaming, role: .reader,
            isIdempotent: true, isWatch: true),
    ])
    static let readOnly = MethodTable([
        MethodDescriptor(service: "a.S", name: "Read", role: .reader, isIdempotent: true)
    ])

    static func frame(
        _ stream: UInt32, _ data: [UInt8], type: FrameType = .request, flags: UInt8 = 0
    ) -> [UInt8] {
        ClientBytes.frame(stream, data, type: type, flags: flags)
    }

    static func call(
        _ stream: UInt32, service: String = "a.S", method: String = "Read",
        payload: [UInt8] = [1, 2], timeout: Int64 = 0, flags: UInt8 = 0
    ) -> [UInt8] {
        frame(
            stream,
            RequestEnvelope.encode(
                service: service, method: method, payload: payload, timeoutNanoseconds: timeout),
            flags: flags)
    }
}

/// What a connection saw, in comparable form.
enum Seen: Hashable {
    case call(UInt32, payload: [UInt8], deadline: Int64)
    case opened(UInt32, payload: [UInt8], deadline: Int64)
    case cancelled(UInt32)
    case refused(UInt32, StatusCode)
    case abandoned(UInt32, StatusCode)
    case wrongProtocol
    case tooLong(UInt32, StatusCode)
}

/// Feeds bytes to a state in pieces of `chunk`, keeping what is asked for, as a connection does.
func run(
    _ bytes: [UInt8], chunk: Int = .max, methods: MethodTable = Frames.methods,
    limits: TransportLimits = TransportLimits(), now: Int64 = 0
) -> [Seen] {
    var seen: [Seen] = []
    let pieces = stride(from: 0, to: bytes.count, by: min(chunk, max(bytes.count, 1))).map {
        bytes[$0..<min($0 + min(chunk, bytes.count), bytes.count)]
    }
    ClientBytes.feed(
        pieces, rules: ServerRules(methods: methods, limits: limits),
        now: MonotonicTime(nanoseconds: now)
    ) { step, buffer, _, _ in
        switch step.action {
        case .needMore, .ignore: break
        case .call(let call):
            seen.append(
                .call(
                    call.stream, payload: Array(buffer[call.payload]),
                    deadline: call.deadline.nanoseconds))
        case .open(let call):
            seen.append(
                .opened(
                    call.stream, payload: Array(buffer[call.payload]),
                    deadline: call.deadline.nanoseconds))
        case .cancel(let stream): seen.append(.cancelled(stream))
        case .refuse(let stream, let error): seen.append(.refused(stream, error.code))
        case .abandon(let stream, let error): seen.append(.abandoned(stream, error.code))
        case .close(.wrongProtocol):
            seen.append(.wrongProtocol)
            return false
        case .close(.frameTooLong(let stream, let error)):
            seen.append(.tooLong(stream, error.code))
            return false
        }
        return true
    }
    return seen
}
