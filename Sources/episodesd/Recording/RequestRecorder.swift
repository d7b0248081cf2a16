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
    /// Text that is kept before it is written, and of one line: short requests can stand for long
    /// texts, which no client sends that means well.
    private static let batchByteCount = 1_048_576
    private static let lineByteCountMaximum = 262_144

    private let queue: RequestQueue
    private let path: String
    private let start: MonotonicTime
    private let writer = DispatchQueue(label: "episodes.record", qos: .utility)
    private let hasToldDrop = Atomic(false)
    private let written = Atomic(0)
    private let output: Mutex<Output>

    /// What the writer alone uses.
    private struct Output: Sendable {
        let file: AppendedFile
        let byteCountMaximum: Int
        /// Of the file.
        var byteCount: Int
        var isOver = false
        var requests: [RecordedRequest] = []
        var lines: [UInt8] = []
        var lineCount = 0
    }

    /// - Parameter byteCountMaximum: of the file, with what is in it already.
    init(
        path: String, byteCountMaximum: Int, queue: RequestQueue = RequestQueue(),
        start: MonotonicTime = .now
    ) throws(TransportError) {
        let file = try AppendedFile(path: path)
        output = Mutex(
            Output(file: file, byteCountMaximum: byteCountMaximum, byteCount: file.byteCount))
        self.path = path
        self.queue = queue
        self.start = start
    }

    var isOpen: Bool { queue.isOpen }

    func drop() {
        queue.drop(1)
        tellDrop()
    }

    func take(method: String, payload: [UInt8], arrival: MonotonicTime) {
        switch queue.put(RecordedRequest(method: method, payload: payload, arrival: arrival)) {
        case .first: writer.async { [self] in output.withLock { write(&$0) } }
        case .queued: break
        case .dropped: tellDrop()
        }
    }

    private func tellDrop() {
        guard !hasToldDrop.load(ordering: .relaxed),
            !hasToldDrop.exchange(true, ordering: .relaxed)
        else { return }
        writer.async { [path] in
            Log.line(
                "\(path): requests come faster than they are recorded; those that find no room are "
                    + "left out and counted")
        }
    }

    private func write(_ output: inout Output) {
        guard !output.isOver else { return }
        queue.take(into: &output.requests)
        defer { output.requests.removeAll(keepingCapacity: true) }
        for index in output.requests.indices {
            guard let line = line(output.requests[index]) else { continue }
            guard line.utf8.count <= Self.lineByteCountMaximum else {
                queue.drop(1)
                continue
            }
            let byteCount = output.byteCount + output.lines.count + line.utf8.count
            guard byteCount <= output.byteCountMaximum else {
                queue.drop(output.requests.count - index)
                flush(&output)
                stop(
                    &output,
                    "it has its full length of \(output.byteCountMaximum) bytes (--record-limit)")
                return
            }
            output.lines += line.utf8
            output.lineCount += 1
            if output.lines.count >= Self.batchByteCount {
                flush(&output)
                guard !output.isOver else {
                    return queue.drop(output.requests.count - index - 1)
                }
            }
        }
        flush(&output)
    }

    private func flush(_ output: inout Output) {
        guard !output.lines.isEmpty else { return }
        do throws(TransportError) {
            try output.file.write(output.lines)
            output.byteCount += output.lines.count
            written.add(output.lineCount, ordering: .relaxed)
        } catch {
            queue.drop(output.lineCount)
            stop(&output, error.message)
        }
        output.lines.removeAll(keepingCapacity: true)
        output.lineCount = 0
    }

    /// Nil for what is no message, which was answered with an error.
    private func line(_ request: RecordedRequest) -> String? {
        guard let types = MessageJSON.types(ofMethod: request.method),
            let text = try? MessageJSON.encode(request.payload, type: types.request)
        else { return nil }
        let offset = max(request.arrival.nanoseconds(since: start), 0) / 1_000
        return "{\"method\":\"\(request.method)\",\"request\":\(text),\"offset_us\":\(offset)}\n"
    }

    /// Ends the record, once.
    private func stop(_ output: inout Output, _ reason: String) {
        guard !output.isOver else { return }
        output.isOver = true
        queue.close()
        hasToldDrop.store(true, ordering: .relaxed)
        Log.line("\(path): the record ends here: \(reason)")
    }

    /// At the end: writes what waits and says what became of the rest.
    func finish() {
        writer.sync { output.withLock { write(&$0) } }
        let (count, dropped) = (recordedCount, droppedCount)
        Log.line(
            "\(path): recorded \(count) request\(count == 1 ? "" : "s")"
                + (dropped > 0 ? ", left out \(dropped)" : ""))
    }

    var recordedCount: Int { written.load(ordering: .relaxed) }
    var droppedCount: Int { queue.droppedCount }
}
