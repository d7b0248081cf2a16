internal import CatalogFormats
internal import LatencyHistogram
internal import LoadGenerator

extension RunDocument {
    /// Why a file is no document of results.
    public struct Fault: Error, Hashable, Sendable {
        public var message: String
    }

    /// A day of seconds and more.
    private static let limits = {
        var limits = JSONTreeLimits()
        limits.byteCountMaximum = 256 << 20
        limits.valueCountMaximum = 10_000_000
        return limits
    }()

    /// Reads what `json` writes.
    public init(json bytes: [UInt8]) throws(Fault) {
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(parsing: bytes, limits: Self.limits)
        } catch {
            throw Fault(message: "not valid JSON: \(error)")
        }
        guard let schema = value["schema"]?.string else {
            throw Fault(message: "no result of a load test: \"schema\" is missing")
        }
        guard schema == Self.schema else {
            throw Fault(
                message: "the form \"\(schema.prefix(40))\" is unknown; this program reads "
                    + Self.schema)
        }
        version = value["tool"]?["version"]?.string ?? ""
        machine = Machine()
        machine.system = value["machine"]?["system"]?.string ?? ""
        machine.processor = value["machine"]?["processor"]?.string ?? ""
        machine.processorCount = value["machine"]?["processor_count"]?.integer() ?? 0
        settings = Settings(value["settings"] ?? .null)
        runs = []
        for (place, run) in (value["runs"]?.elements ?? []).enumerated() {
            do throws(Fault) { runs.append(try Run(run)) } catch {
                throw Fault(message: "runs[\(place)].\(error.message)")
            }
        }
        guard !runs.isEmpty else { throw Fault(message: "the file holds no run") }
    }
}

extension RunDocument.Settings {
    fileprivate init(_ value: JSONValue) {
        self.init()
        arguments = (value["arguments"]?.elements ?? []).compactMap(\.string)
        address = value["address"]?.string ?? ""
        wireProtocol = value["protocol"]?.string ?? ""
        isOpenLoop = value["loop"]?.string != "closed"
        arrivals = value["arrivals"]?.string ?? ""
        segments = (value["schedule"]?.elements ?? []).map { segment in
            LoadSchedule.Segment(
                seconds: segment["seconds"]?.double ?? 0,
                fromPerSecond: segment["from_per_second"]?.double ?? 0,
                toPerSecond: segment["to_per_second"]?.double ?? 0)
        }
        connectionCount = value["connections"]?.integer() ?? 0
        streamCount = value["streams_per_connection"]?.integer() ?? 0
        timeoutMilliseconds = value["timeout_ms"]?.integer() ?? 0
        warmupSeconds = value["warmup_s"]?.double ?? 0
        seed = value["seed"]?.string.flatMap { UInt64($0) } ?? 0
        mix = value["mix"]?.string ?? ""
        mixEntryCount = value["mix_entries"]?.integer() ?? 0
    }
}

extension RunDocument.Run {
    fileprivate init(_ value: JSONValue) throws(RunDocument.Fault) {
        var result = RunResult()
        result.startMicroseconds = value["started_at_unix_us"]?.integer() ?? 0
        result.end = value["end"]?.string.flatMap(RunEnd.init(rawValue:)) ?? .completed
        result.isOpenLoop = value["loop"]?.string != "closed"
        result.sendingSeconds = try Self.number(value, "sending_s")
        result.totalSeconds = try Self.number(value, "total_s")
        result.lastAnswerSeconds = value["last_answer_s"]?.double ?? result.totalSeconds
        result.connectionCount = value["connections"]?.integer() ?? 0
        result.streamCount = value["streams_per_connection"]?.integer() ?? 0
        result.askedCount = try Self.count(value, "asked")
        result.sentCount = try Self.count(value, "sent")
        result.warmupCount = value["warmup"]?.integer() ?? 0
        result.reconnectCount = value["reconnects"]?.integer() ?? 0
        result.lateAnswerCount = value["late_answers"]?.integer() ?? 0
        result.sentByteCount = value["sent_bytes"]?.integer() ?? 0
        result.receivedByteCount = value["received_bytes"]?.integer() ?? 0
        let backlog = value["backlog_max_us"]?.double ?? 0
        result.backlogNanosecondsMaximum = Int64(exactly: (backlog * 1_000).rounded()) ?? 0
        result.senderProcessorSeconds = value["sender_processor_s"]?.double ?? 0
        result.processProcessorSeconds = value["process_processor_s"]?.double ?? 0
        for (place, tally) in (value["outcomes"]?.elements ?? []).enumerated() {
            guard let code = tally["code"]?.integer(Int32.self) else {
                throw RunDocument.Fault(message: "outcomes[\(place)].code: a number is missing")
            }
            result.tallies.append(
                OutcomeTally(
                    outcome: LoadOutcome(rawValue: code),
                    response: try Self.histogram(tally, "response", "outcomes[\(place)]"),
                    service: try Self.histogram(tally, "service", "outcomes[\(place)]"),
                    firstMessage: tally["first_message"]?.string ?? ""))
        }
        result.lateness = try Self.histogram(value, "lateness", "")
        result.connecting = try Self.histogram(value, "connect", "")
        result.series = (value["series"]?.elements ?? []).map(SeriesPoint.init)
        var expectations: [Expectation] = []
        for outcome in value["verdict"]?["expectations"]?.elements ?? [] {
            if let text = outcome["text"]?.string,
                let expectation = try? Expectation.parse(text)
            {
                expectations.append(expectation)
            }
        }
        self.init(result, expectations)
    }

    private static func number(
        _ value: JSONValue, _ name: String
    ) throws(RunDocument.Fault) -> Double {
        guard let number = value[name]?.double, number.isFinite, number >= 0 else {
            throw RunDocument.Fault(message: "\(name): a number is missing")
        }
        return number
    }

    private static func count(
        _ value: JSONValue, _ name: String
    ) throws(RunDocument.Fault) -> UInt64 {
        guard let count = value[name]?.integer(UInt64.self) else {
            throw RunDocument.Fault(message: "\(name): a whole number is missing")
        }
        return count
    }

    private static func histogram(
        _ value: JSONValue, _ name: String, _ prefix: String
    ) throws(RunDocument.Fault) -> HDRHistogram {
        guard let text = value[name]?["histogram_ns"]?.string, !text.isEmpty else {
            return HDRHistogram()
        }
        do throws(HDRHistogram.DecodingFault) {
            var histogram = try HDRHistogram(decoding: text)
            histogram.restore(
                minimum: value[name]?["min_ns"]?.integer() ?? 0,
                maximum: value[name]?["max_ns"]?.integer() ?? 0,
                overRangeCount: value[name]?["over_range"]?.integer() ?? 0)
            return histogram
        } catch {
            throw RunDocument.Fault(
                message: "\(prefix.isEmpty ? "" : prefix + ".")\(name): \(error.message)")
        }
    }
}

extension SeriesPoint {
    fileprivate init(_ value: JSONValue) {
        var interval = IntervalRecord(startSeconds: value["start_s"]?.double ?? 0)
        interval.lengthSeconds = value["length_s"]?.double ?? 0
        interval.askedCount = value["asked"]?.integer() ?? 0
        interval.sentCount = value["sent"]?.integer() ?? 0
        interval.receivedByteCount = value["received_bytes"]?.integer() ?? 0
        interval.inFlightCount = value["in_flight"]?.integer() ?? 0
        interval.backlogCount = value["backlog"]?.integer() ?? 0
        if case .object(let failures)? = value["failures"] {
            for failure in failures {
                guard let code = Int32(failure.name) else { continue }
                interval.failures[LoadOutcome(rawValue: code)] = failure.value.integer() ?? 0
            }
        }
        self.init(interval)
        okCount = value["ok"]?.integer() ?? 0
        func nanoseconds(_ name: String) -> Int64? {
            value[name]?.double.flatMap { Int64(exactly: ($0 * 1_000).rounded()) }
        }
        p50Nanoseconds = nanoseconds("p50_us")
        p90Nanoseconds = nanoseconds("p90_us")
        p99Nanoseconds = nanoseconds("p99_us")
        maximumNanoseconds = nanoseconds("max_us")
    }
}
