internal import CNghttp2

/// The HTTP/2 library under this module: nghttp2, as the system provides it.
public enum HTTP2Library {
    /// 1.52.0, which Debian 12 has.
    private static let versionMinimum: Int32 = 0x013400

    /// Why the library of this machine must not serve; nil when it may.
    ///
    /// One that does not bound CONTINUATION frames lets a single client keep a loop busy for ever
    /// (CVE-2024-28182); the bound came in the same change as the fix, in distributions too.
    public static var fault: String? {
        guard let info = unsafe nghttp2_version(versionMinimum) else {
            let version = unsafe nghttp2_version(0).map { info in
                unsafe String(cString: info.pointee.version_str)
            }
            return "libnghttp2 \(version ?? "of an unknown version") is too old; 1.52.0 or newer "
                + "is needed"
        }
        guard cnghttp2_bounds_continuations() != 0 else {
            let version = unsafe String(cString: info.pointee.version_str)
            return "libnghttp2 \(version) does not bound CONTINUATION frames (CVE-2024-28182); "
                + "install your system's security updates"
        }
        return nil
    }
}
