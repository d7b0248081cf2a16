// Purpose: processors granted by a control group, from the texts that Linux shows.
import Testing

@testable import SocketTransport

struct ProcessorQuotaTests {
    @Test(arguments: [
        ("max 100000\n", nil), ("100000 100000\n", 1), ("150000 100000\n", 2),
        ("200000 100000\n", 2), ("1000 100000\n", 1), ("400000", 4), ("50000 50000", 1),
        ("", nil), ("max", nil), ("-1 100000", nil), ("0 100000", nil), ("1 0", nil),
        ("x y", nil), ("9223372036854775807 1", 9_223_372_036_854_775_807),
    ])
    func `a quota is whole processors, rounded up`(text: String, count: Int?) {
        #expect(ProcessorQuota.processorCount(text) == count)
    }

    @Test func `the group stands behind the zero, among others or alone`() {
        #expect(ProcessorQuota.group("0::/a/b.scope\n") == "/a/b.scope")
        #expect(ProcessorQuota.group("5:cpu:/x\n0::/y z\n") == "/y z")
        #expect(ProcessorQuota.group("5:cpu:/x\n") == nil)
        #expect(ProcessorQuota.group("") == nil)
    }

    @Test func `a group outside of the visible tree has only the root`() {
        #expect(ProcessorQuota.folders(of: "/a/b") == ["/a/b", "/a", ""])
        #expect(ProcessorQuota.folders(of: "/") == [""])
        #expect(ProcessorQuota.folders(of: "/../other") == [""])
    }

    @Test func `the smallest quota on the way up counts`() {
        var files = [
            "/proc/self/cgroup": "0::/system.slice/e.service\n",
            "/sys/fs/cgroup/system.slice/e.service/cpu.max": "800000 100000\n",
            "/sys/fs/cgroup/system.slice/cpu.max": "250000 100000\n",
        ]
        #expect(ProcessorQuota.processorCount { files[$0] } == 3)
        files["/sys/fs/cgroup/system.slice/cpu.max"] = "max 100000\n"
        #expect(ProcessorQuota.processorCount { files[$0] } == 8)
        files["/sys/fs/cgroup/system.slice/e.service/cpu.max"] = nil
        #expect(ProcessorQuota.processorCount { files[$0] } == nil)
        #expect(ProcessorQuota.processorCount { _ in nil } == nil)
    }

    @Test func `at least one processor is there`() { #expect(Processors.availableCount >= 1) }
}
