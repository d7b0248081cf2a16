import RPCCore
import Testing

/// Purpose: numbers and names are those of gRPC.
/// Source: https://github.com/grpc/grpc/blob/master/doc/statuscodes.md
struct StatusCodeTests {
    @Test(
        arguments: [
            (StatusCode.ok, 0, "OK"), (.cancelled, 1, "CANCELLED"), (.unknown, 2, "UNKNOWN"),
            (.invalidArgument, 3, "INVALID_ARGUMENT"), (.deadlineExceeded, 4, "DEADLINE_EXCEEDED"),
            (.notFound, 5, "NOT_FOUND"), (.alreadyExists, 6, "ALREADY_EXISTS"),
            (.permissionDenied, 7, "PERMISSION_DENIED"),
            (.resourceExhausted, 8, "RESOURCE_EXHAUSTED"),
            (.failedPrecondition, 9, "FAILED_PRECONDITION"), (.aborted, 10, "ABORTED"),
            (.outOfRange, 11, "OUT_OF_RANGE"), (.unimplemented, 12, "UNIMPLEMENTED"),
            (.internalError, 13, "INTERNAL"), (.unavailable, 14, "UNAVAILABLE"),
            (.dataLoss, 15, "DATA_LOSS"), (.unauthenticated, 16, "UNAUTHENTICATED"),
        ] as [(StatusCode, Int32, String)])
    func `Codes have the specification's numbers and names`(
        code: StatusCode, number: Int32, name: String
    ) {
        #expect(code.rawValue == number)
        #expect(code.name == name)
    }

    @Test(arguments: [17, -1, Int32.max, Int32.min])
    func `A number that the specification does not know stays a number`(number: Int32) {
        #expect(StatusCode(rawValue: number).name == "CODE_\(number)")
    }

    @Test func `An error shows its code's name and its message`() {
        #expect(RPCError(.notFound, "no such row").description == "NOT_FOUND: no such row")
    }
}
