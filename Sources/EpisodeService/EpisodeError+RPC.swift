internal import EpisodeModel
internal import RPCCore

extension RPCError {
    /// The one place where a fault of a request becomes a status.
    init(_ error: EpisodeError) {
        let details =
            error.field.isEmpty
            ? []
            : [
                FieldViolation(
                    field: error.field,
                    description: error.remedy.isEmpty
                        ? error.problem : "\(error.problem); \(error.remedy)")
            ]
        self.init(StatusCode(error.code), error.description, violations: details)
    }
}

extension StatusCode {
    fileprivate init(_ code: EpisodeError.Code) {
        switch code {
        case .invalidArgument: self = .invalidArgument
        case .notFound: self = .notFound
        case .resourceExhausted: self = .resourceExhausted
        case .unavailable: self = .unavailable
        default: self = .internalError
        }
    }
}
