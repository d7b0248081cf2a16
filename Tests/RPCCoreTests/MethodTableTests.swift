import RPCCore
import Testing

/// Purpose: a method is found by its exact names and by nothing else.
struct MethodTableTests {
    private static let table = MethodTable([
        MethodDescriptor(
            service: "a.v1.Things", name: "List", role: .reader, isIdempotent: true),
        MethodDescriptor(
            service: "a.v1.Things", name: "Lost", role: .editor, isIdempotent: false, isWrite: true),
        MethodDescriptor(
            service: "a.v1.Others", name: "List", role: .reader, isIdempotent: true),
    ])

    private static func find(_ service: String, _ method: String) -> MethodTable.Lookup {
        let (service, method) = (Array(service.utf8), Array(method.utf8))
        return table.find(service: service.span.bytes, method: method.span.bytes)
    }

    @Test func `Exact names find their row`() {
        #expect(Self.find("a.v1.Things", "List") == .found(MethodID(index: 0)))
        #expect(Self.find("a.v1.Things", "Lost") == .found(MethodID(index: 1)))
        #expect(Self.find("a.v1.Others", "List") == .found(MethodID(index: 2)))
        #expect(Self.table[MethodID(index: 2)].service == "a.v1.Others")
    }

    @Test(arguments: ["", "list", "Lis", "List ", "List\0", "Lists", "LIST"])
    func `Another method of a known service is an unknown method`(name: String) {
        #expect(Self.find("a.v1.Things", name) == .unknownMethod)
    }

    @Test(arguments: ["", "a.v1", "a.v1.things", "/a.v1.Things", "a.v1.Things/", "a.v1.Thing"])
    func `Another service is an unknown service`(name: String) {
        #expect(Self.find(name, "List") == .unknownService)
    }

    @Test func `An empty table knows nothing`() {
        let bytes = Array("List".utf8)
        let lookup = MethodTable([]).find(service: bytes.span.bytes, method: bytes.span.bytes)
        #expect(lookup == .unknownService)
    }

    @Test func `Only writing methods take the write limit`() {
        var limits = TransportLimits()
        limits.readRequestByteCountMaximum = 10
        limits.writeRequestByteCountMaximum = 20
        #expect(Self.table[MethodID(index: 0)].requestByteCountMaximum(limits) == 10)
        #expect(Self.table[MethodID(index: 1)].requestByteCountMaximum(limits) == 20)
    }
}
