internal import GRPCOverHTTP2
internal import LoadGenerator
internal import RPCCore

/// The requests of a mix in the form of gRPC, made once before the run.
final class GRPCLoadRequests: Sendable {
    let heads: [GRPCRequestHead]
    let bodies: [GRPCRequestBody]

    init(
        _ mix: RequestMix, timeoutMilliseconds: Int64, authority: String
    ) throws(RPCError) {
        var heads: [String: GRPCRequestHead] = [:]
        var places: [GRPCRequestHead] = []
        for entry in mix.entries {
            let name = "\(entry.service)/\(entry.method)"
            let head =
                heads[name]
                ?? GRPCRequestHead(
                    service: entry.service, method: entry.method, authority: authority,
                    timeoutNanoseconds: timeoutMilliseconds * 1_000_000)
            heads[name] = head
            places.append(head)
        }
        self.heads = places
        bodies = mix.entries.map { GRPCRequestBody($0.payload) }
    }
}

/// A connection that speaks gRPC over HTTP/2.
final class GRPCLoadConnection: LoadConnection {
    private let requests: GRPCLoadRequests
    private var session: GRPCClientConnection?

    init(place: Int, streamCount: Int, sink: any CallSink, requests: GRPCLoadRequests) {
        self.requests = requests
        super.init(place: place, streamCount: streamCount, sink: sink)
    }

    override func open(_ descriptor: Int32) {
        super.open(descriptor)
        session = GRPCClientConnection(keepsMessages: false)
    }

    override var isRetiring: Bool {
        calls.isUsedUp || (session?.isClosing ?? true) || session?.failure != nil
    }

    override var failure: RPCError? { session?.failure }

    override var peerStreamCountMaximum: Int { session?.callCountMaximum ?? 0 }

    override var silenceHint: String {
        "; it closed the connection without a word of HTTP/2: is it the right port, without TLS?"
    }

    override func begin(entry: Int, intended: Int64, now: Int64) {
        let number = calls.begin(entry: entry, intended: intended, sent: now)
        do throws(RPCError) {
            try session?.begin(
                requests.heads[entry], requests.bodies[entry], token: UInt64(number))
        } catch {
            sink.note(error.message, of: LoadOutcome(error.code))
            sink.didEnd(self, number, LoadOutcome(error.code), byteCount: 0)
        }
    }

    override func prepareOutput() {
        session?.produce(into: output, until: Self.outputByteCountMaximum)
    }

    override var hasMoreOutput: Bool { session?.hasOutput ?? false }

    override func giveUp(_ number: UInt32) { session?.cancel(token: UInt64(number)) }

    override func take(_ bytes: UnsafeRawBufferPointer) -> RPCError? {
        guard let session else { return nil }
        unsafe session.receive(bytes)
        hasHeardPeer = session.hasHeardPeer
        while let event = session.nextEvent() {
            guard case .ended(let token, let error, let byteCount) = event else { continue }
            let outcome = error.map { LoadOutcome($0.code) } ?? .ok
            if let error, session.failure == nil {
                if sink.wantsMessage(of: outcome) {
                    sink.note(LoadOutcome.message(of: error), of: outcome)
                }
            }
            // A broken connection ends its calls by itself.
            guard session.failure == nil else { continue }
            sink.didEnd(self, UInt32(truncatingIfNeeded: token), outcome, byteCount: byteCount)
        }
        guard let failure = session.failure else { return nil }
        guard !hasHeardPeer else { return failure }
        let looks = unsafe PortGuess.text(bytes)
        return RPCError(failure.code, "\(failure.message) (it looks like \(looks))")
    }
}
