internal import CPlatform

/// The processors of this machine.
public enum Processors {
    /// How many this process may run on, as its affinity says; at least 1.
    public static var availableCount: Int { Int(cplatform_processor_count()) }
}
