/// Bounds of a request for a page. Honest ones are far below: probes send some 100 bytes.
public enum PageLimits {
    /// Method, target and version, in bytes.
    public static let requestLineByteCountMaximum = 2_048
    /// All lines together.
    public static let headByteCountMaximum = 8_192
    public static let fieldCountMaximum = 64
}
