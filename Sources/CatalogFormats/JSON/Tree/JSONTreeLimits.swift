/// How large a text may be that becomes a tree.
public struct JSONTreeLimits: Hashable, Sendable {
    /// Bytes of the text. Default: 16 MiB.
    public var byteCountMaximum = 16 << 20
    /// Lists and objects inside each other. Default: 100.
    public var nestingMaximum = 100
    /// Values of the whole tree, as each takes far more memory than text. Default: 1,000,000.
    public var valueCountMaximum = 1_000_000

    public static let standard = JSONTreeLimits()

    public init() {}
}
