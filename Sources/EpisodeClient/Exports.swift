// The values that calls take and give, so that `import EpisodeClient` is all a program needs.
@_exported public import EpisodeModel
@_exported public import EpisodeProtocol
@_exported public import RPCCore
