internal import CPlatform

/// The processors of this machine.
public enum Processors {
    /// How many this process may use: what its affinity allows, or less when its control group has
    /// a quota; at least 1.
    public static var availableCount: Int {
        let allowed = Int(cplatform_processor_count())
        let quota = ProcessorQuota.processorCount { SmallFile.read($0) }
        return max(1, min(allowed, quota ?? allowed))
    }
}
