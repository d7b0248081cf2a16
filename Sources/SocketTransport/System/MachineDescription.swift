internal import Glibc

/// What a machine is, for reports of measurements.
public enum MachineDescription {
    /// Kernel, its release and the architecture, such as `Linux 6.1.0 x86_64`.
    public static var system: String {
        var names = utsname()
        guard unsafe uname(&names) == 0 else { return "" }
        return [
            text(of: &names.sysname), text(of: &names.release),
            text(of: &names.machine),
        ].joined(separator: " ")
    }

    private static func text<Field>(of field: inout Field) -> String {
        unsafe withUnsafeBytes(of: &field) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The model of the processor; empty when the system does not tell.
    public static var processor: String {
        let line = SmallFile.read("/proc/cpuinfo")?.split(separator: "\n")
            .first { $0.hasPrefix("model name") }
        let value = line?.split(separator: ":", maxSplits: 1).last ?? ""
        return String(value.drop { $0 == " " })
    }
}
