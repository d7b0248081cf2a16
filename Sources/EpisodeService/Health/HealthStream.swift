internal import EpisodeProtocol
internal import RPCCore

/// One Watch call: the health at once, then every change. A service that nobody knows stays watched
/// as unknown. While the server drains the stream tells so and ends, as the server is about to.
///
/// Source: grpc/grpc doc/health-checking.md.
final class HealthStream: ReplyStream {
    private let handler: EpisodeHandler
    private let isKnown: Bool
    private let number: UInt64
    private var told: HealthStatus?

    init(_ handler: EpisodeHandler, isKnown: Bool, waker: any StreamWaker) {
        self.handler = handler
        self.isKnown = isKnown
        number = handler.service.healthWatchers.add(waker)
    }

    deinit { handler.service.healthWatchers.remove(number) }

    func next(now: MonotonicTime, into reply: any ReplyTarget) -> StreamStep {
        let isServing = handler.service.isServing
        let status: HealthStatus = isKnown ? isServing ? .serving : .notServing : .serviceUnknown
        guard status == told else {
            told = status
            handler.encoder.prepareHealth(status)
            switch handler.encoder.send(to: reply) {
            case .failed(let error): return .failed(error)
            case .replied, .retry: return .message
            }
        }
        return isServing ? .wait : .end
    }
}
