public import RPCCore

/// Takes the requests that a server answers.
public protocol RequestSink: Sendable {
    /// A request that was answered. Called on event loops, so it must neither wait nor work long.
    ///
    /// - Parameters:
    ///   - method: full name, such as `episodes.v1.EpisodeService/ListEpisodes`.
    ///   - arrival: when it came.
    func take(method: String, payload: [UInt8], arrival: MonotonicTime)

    /// Whether it takes any more. Asked before a request's bytes are copied.
    var isOpen: Bool { get }

    /// A request that was answered and not told of, as nothing is taken any more.
    func drop()
}

/// A service whose requests are recorded: those that ask the catalogue for something and have an end.
/// Edits carry what no record should hold, and what a test must not repeat.
public struct RecordedService: RequestHandlerFactory {
    private let base: any RequestHandlerFactory
    private let sink: any RequestSink
    /// By method; nil for those that are not recorded.
    private let names: [String?]

    public init(_ base: any RequestHandlerFactory, sink: any RequestSink) {
        self.base = base
        self.sink = sink
        names = base.methods.methods.map { method in
            let isRecorded =
                method.role == .reader && !method.isWatch && method.kind != .bidirectionalStreaming
                && EpisodeMethods.isOfCatalogue(method.service)
            return isRecorded ? "\(method.service)/\(method.name)" : nil
        }
    }

    public var methods: MethodTable { base.methods }

    public func makeHandler() -> any RequestHandler {
        RecordingHandler(base.makeHandler(), names: names, sink: sink)
    }

    public func onSourceChange(_ listener: @escaping @Sendable () -> Void) {
        base.onSourceChange(listener)
    }
}

/// Hands on what it is asked, and tells of it. Attempts that are to be repeated are not told, nor are
/// requests that were refused.
private final class RecordingHandler: RequestHandler {
    private let base: any RequestHandler
    private let names: [String?]
    private let sink: any RequestSink

    init(_ base: any RequestHandler, names: [String?], sink: any RequestSink) {
        self.base = base
        self.names = names
        self.sink = sink
    }

    func handle(_ call: CallContext, payload: borrowing RawSpan, reply: any ReplyTarget)
        -> CallOutcome
    {
        let outcome = base.handle(call, payload: payload, reply: reply)
        switch outcome {
        case .retry: break
        case .failed(let error) where Self.isRefusal(error): break
        case .replied, .failed: record(call, payload)
        }
        return outcome
    }

    func open(_ call: CallContext, payload: borrowing RawSpan, waker: any StreamWaker)
        -> StreamOutcome
    {
        let outcome = base.open(call, payload: payload, waker: waker)
        switch outcome {
        case .retry: break
        case .failed(let error) where Self.isRefusal(error): break
        case .opened, .failed: record(call, payload)
        }
        return outcome
    }

    func sourceChanged() { base.sourceChanged() }

    /// Whether nothing was looked up: such requests are none to repeat.
    private static func isRefusal(_ error: RPCError) -> Bool {
        switch error.code {
        case .invalidArgument, .unimplemented, .resourceExhausted: true
        default: false
        }
    }

    private func record(_ call: CallContext, _ payload: borrowing RawSpan) {
        guard call.method.index < names.count, let name = names[call.method.index] else { return }
        guard sink.isOpen else { return sink.drop() }
        sink.take(method: name, payload: payload.copied(), arrival: call.arrival)
    }
}
