internal import CPlatform
internal import Glibc

/// What this process takes of its machine now, as the kernel tells it.
public struct ProcessReadings: Hashable, Sendable {
    /// Of all threads together, in user and in kernel mode.
    public var processorSeconds: Double
    public var residentByteCount: Int
    public var virtualByteCount: Int
    /// Nil where /proc is not there.
    public var openDescriptorCount: Int?
    /// The soft limit of open files.
    public var descriptorCountMaximum: Int

    /// - Returns: nil when the kernel does not tell.
    /// - Complexity: O(open descriptors).
    public static func now() -> ProcessReadings? {
        var time = timespec()
        guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0,
            let memory = SmallFile.read("/proc/self/statm").flatMap(memory)
        else { return nil }
        var limit = cplatform_limit()
        _ = unsafe cplatform_descriptor_limit(&limit)
        return ProcessReadings(
            processorSeconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
            residentByteCount: memory.resident, virtualByteCount: memory.all,
            openDescriptorCount: countDescriptors(),
            descriptorCountMaximum: Int(clamping: limit.soft))
    }

    /// The first two numbers of /proc/self/statm are pages. Source: proc(5).
    private static func memory(_ text: String) -> (all: Int, resident: Int)? {
        let words = text.split(separator: " ")
        let page = sysconf(Int32(_SC_PAGESIZE))
        guard words.count > 1, let all = Int(words[0]), let resident = Int(words[1]) else {
            return nil
        }
        return (all &* page, resident &* page)
    }

    private static func countDescriptors() -> Int? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        var count = 0
        while let entry = unsafe readdir(folder) {
            if unsafe entry.pointee.d_name.0 != UInt8(ascii: ".") { count += 1 }
        }
        // Not the one that is open for counting.
        return count - 1
    }
}
