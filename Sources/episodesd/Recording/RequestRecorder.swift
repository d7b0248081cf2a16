import Dispatch
import EpisodeService
import MessageJSON
import RPCCore
import SocketTransport
import Synchronization

/// Writes the requests that a server answers to a file, for the load tester: one JSON object a line,
/// `{"method": ..., "request": ..., "offset_us": ...}`, with the request in protobuf's JSON form.
///
/// Event loops only hand over bytes; a thread of its own makes the text and writes it.
final class RequestRecorder: RequestSink {
    private let queue: RequestQueue
    private let file: AppendedFile
    private let path: String
    private let byteCountMaximum: Int
    private let start: MonotonicTime
    private let writer = DispatchQueue(label: "episodes.record", qos: .utility)
    private let hasToldDrop = Atomic(false)
    private let written = Atomic(0)
    /// Of the file.
    private let byteCount: Mutex<Int>

    /// - Parameter byteCountMaximum: of the file, with what is in it already.
    init(
        path: String, byteCountMaximum: Int, queue: RequestQueue = RequestQueue(),
        start: MonotonicTime = .now
    ) throws(TransportError) {
        file = try AppendedFile(path: path)
        self.path = path
        self.byteCountMaximum = byteCountMaximum
        self.queue = queue
        self.start = start
        byteCount = Mutex(file.byteCount)
    }

    func take(method: String, payload: [UInt8], arrival: MonotonicTime) {
        switch queue.put(RecordedRequest(method: method, payload: payload, arrival: arrival)) {
        case .first: writer.async { [self] in write() }
        case .queued: break
        case .dropped:
            if !hasToldDrop.exchange(true, ordering: .relaxed) {
                writer.async { [path] in
                    Log.line(
                        "\(path): requests come faster than they are recorded, or the record is "
                            + "over; those are left out and counted")
                }
            }
        }
    }

    private func write() {
        var lines: [UInt8] = []
        var count = 0
        let requests = queue.takeAll()
        for (index, request) in requests.enumerated() {
            guard let line = line(request) else { continue }
            let size = byteCount.withLock { $0 }
            guard size + lines.count + line.utf8.count <= byteCountMaximum else {
                stop(
                    "it has its full length of \(byteCountMaximum) bytes (--record-limit)",
                    dropping: requests.count - index)
                break
            }
            lines += line.utf8
            count += 1
        }
        guard !lines.isEmpty else { return }
        do throws(TransportError) {
            try file.write(lines)
            byteCount.withLock { $0 += lines.count }
            written.add(count, ordering: .relaxed)
        } catch {
            stop(error.message, dropping: count)
        }
    }

    /// Nil for what is no message, which was answered with an error.
    private func line(_ request: RecordedRequest) -> String? {
        guard let types = MessageJSON.types(ofMethod: request.method),
            let text = try? MessageJSON.encode(request.payload, type: types.request)
        else { return nil }
        let offset = max(request.arrival.nanoseconds(since: start), 0) / 1_000
        return "{\"method\":\"\(request.method)\",\"request\":\(text),\"offset_us\":\(offset)}\n"
    }

    private func stop(_ reason: String, dropping count: Int) {
        queue.close(dropping: count)
        hasToldDrop.store(true, ordering: .relaxed)
        Log.line("\(path): the record ends here: \(reason)")
    }

    /// At the end: writes what waits and says what became of the rest.
    func finish() {
        writer.sync { write() }
        let (count, dropped) = (recordedCount, droppedCount)
        Log.line(
            "\(path): recorded \(count) request\(count == 1 ? "" : "s")"
                + (dropped > 0 ? ", left out \(dropped)" : ""))
    }

    var recordedCount: Int { written.load(ordering: .relaxed) }
    var droppedCount: Int { queue.droppedCount }
}
