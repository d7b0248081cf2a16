import CommandLineKit
import EpisodeProtocol
import LoadGenerator
import SocketTransport

/// The requests of a load.
enum MixSource {
    struct Loaded {
        var mix: RequestMix
        /// What reports call it.
        var name: String
    }

    /// - Parameter path: of a mix, or `-` for standard input; nil for the built-in request.
    static func load(_ path: String?) throws(Failure) -> Loaded {
        guard let path else { return try builtIn() }
        let entries = try entries(path)
        guard let mix = RequestMix(entries) else {
            throw badData("\(shown(path)): there is no request in it")
        }
        return Loaded(mix: mix, name: shown(path))
    }

    private static func builtIn() throws(Failure) -> Loaded {
        var request = ListEpisodesRequest()
        request.sort = "-popularity"
        request.pageSize = 20
        let entry = MixEntry(
            service: "episodes.v1.EpisodeService", method: "ListEpisodes",
            payload: MessageCoding.encode(request))
        guard let mix = RequestMix([entry]) else { throw badData("the built-in mix is empty") }
        return Loaded(mix: mix, name: "first page by popularity")
    }

    /// Calls `body` with each line and its number; blank lines are passed over.
    ///
    /// - Parameter onDamage: gets the number of a line that is no JSON; nil refuses the file for it.
    static func forEachLine(
        _ path: String, onDamage: ((Int) -> Void)? = nil,
        _ body: (MixLine, Int) throws(Failure) -> Void
    ) throws(Failure) {
        let reader: LineReader
        do throws(TransportError) {
            reader = try LineReader(path: path, lineByteCountMaximum: MixLine.byteCountMaximum)
        } catch {
            throw badData(error.message)
        }
        while let bytes = try next(reader) {
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            let line: MixLine
            do throws(MixLine.Fault) { line = try MixLine.parse(bytes) } catch {
                if error.isDamage, let onDamage {
                    onDamage(reader.lineNumber)
                    continue
                }
                throw badData("\(shown(path)):\(reader.lineNumber): \(error.message)")
            }
            try body(line, reader.lineNumber)
        }
    }

    private static func next(_ reader: LineReader) throws(Failure) -> [UInt8]? {
        do throws(TransportError) { return try reader.next() } catch {
            throw badData(error.message)
        }
    }

    private static func entries(_ path: String) throws(Failure) -> [MixEntry] {
        var entries: [MixEntry] = []
        var byteCount = 0
        try forEachLine(path) { (line, number) throws(Failure) in
            let entry: MixEntry
            do throws(MixLine.Fault) { entry = try line.entry() } catch {
                throw badData("\(shown(path)):\(number): \(error.message)")
            }
            byteCount += entry.payload.count
            guard entries.count < RequestMix.entryCountMaximum,
                byteCount <= RequestMix.payloadByteCountMaximum
            else {
                throw badData(
                    "\(shown(path)):\(number): a mix has at most \(RequestMix.entryCountMaximum) "
                        + "lines and \(RequestMix.payloadByteCountMaximum >> 20) MiB of requests")
            }
            entries.append(entry)
        }
        return entries
    }

    static func shown(_ path: String) -> String { path == "-" ? "standard input" : path }

    static func badData(_ message: String) -> Failure {
        Failure(.badData, status: "BAD_DATA", message: message)
    }
}
