internal import EpisodeStore
internal import RPCCore

extension RPCError {
    /// The one place where a fault of the store becomes a status.
    init(_ error: StoreError) { self.init(StatusCode(error.code), error.message) }
}

extension StatusCode {
    fileprivate init(_ code: StoreError.Code) {
        switch code {
        case .locked: self = .unavailable
        case .full, .tooLarge: self = .resourceExhausted
        case .readOnly, .newerSchema, .olderSchema, .notAStore, .notFound, .replaced:
            self = .failedPrecondition
        case .damaged: self = .dataLoss
        case .invalidRow: self = .invalidArgument
        default: self = .internalError
        }
    }
}
