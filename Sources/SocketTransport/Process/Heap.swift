internal import CPlatform

/// How the process uses the C library's heap.
public enum Heap {
    /// Keeps all threads to this many arenas. By default glibc gives a thread an arena of its own
    /// as long as there are fewer than eight for each processor, and what a burst left free in one
    /// is never used by another: the memory of a server that loads catalogues and takes connections
    /// then creeps up for hours. Answering calls takes nothing from the heap, so sharing costs
    /// nothing. Call it before the first thread is made. Source: mallopt(3), M_ARENA_MAX.
    public static func limitArenas(to count: Int32) { cplatform_limit_heap_arenas(count) }

    /// Gives free pages back to the system, after something large was let go of.
    public static func trim() { cplatform_trim_heap() }
}
