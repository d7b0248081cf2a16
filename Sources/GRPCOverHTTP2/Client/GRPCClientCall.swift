internal import RPCCore

/// One call of a client while it lasts. They are used again, so that a call costs no allocation.
final class GRPCClientCall {
    var stream: Int32 = 0
    /// The caller's name for the call.
    var token: UInt64 = 0
    var body: GRPCRequestBody?
    var bodyOffset = 0

    /// `:status` of the answer, 0 before it came.
    var httpStatus: Int32 = 0
    var hasGRPCContent = false
    /// `grpc-status`; below 0 before it came.
    var code: Int32 = -1
    var message: [UInt8] = []
    var details: [UInt8] = []
    var isCompressed = false
    /// Bytes of the answer's messages with their prefixes.
    var receivedByteCount = 0
    /// The five bytes before the message that is coming.
    var prefix: (count: Int, isCompressed: Bool, length: UInt32) = (0, false, 0)
    /// Bytes of the message that have not come.
    var missingByteCount = 0
    var messageCount = 0
    /// What came of the message; empty when messages are only counted.
    var received: [UInt8] = []
    var fault: RPCError?

    func begin(_ token: UInt64, _ body: GRPCRequestBody) {
        self.token = token
        self.body = body
        bodyOffset = 0
        httpStatus = 0
        hasGRPCContent = false
        code = -1
        if !message.isEmpty { message = [] }
        if !details.isEmpty { details = [] }
        isCompressed = false
        receivedByteCount = 0
        prefix = (0, false, 0)
        missingByteCount = 0
        messageCount = 0
        if !received.isEmpty { received = [] }
        fault = nil
    }

    /// Whether the answer stands inside a message.
    var isInsideMessage: Bool { prefix.count > 0 }
}
