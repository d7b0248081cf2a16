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
        do throws(Fault) { settings = try Settings(value["settings"] ?? .null) } catch {
            throw Fault(message: "settings.\(error.message)")
        }
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
    fileprivate init(_ value: JSONValue) throws(RunDocument.Fault) {
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
        connectionCount = try value.count(
            "connections", to: Int64(LoadPlan.connectionCountMaximum))
        streamCount = try value.count(
            "streams_per_connection", to: Int64(LoadPlan.streamCountMaximum))
        timeoutMilliseconds = try value.count("timeout_ms")
        warmupSeconds = try value.seconds("warmup_s") ?? 0
        seed = value["seed"]?.string.flatMap { UInt64($0) } ?? 0
        mix = value["mix"]?.string ?? ""
        mixEntryCount = try value.count("mix_entries")
    }
}

extension RunDocument.Run {
    fileprivate init(_ value: JSONValue) throws(RunDocument.Fault) {
        var result = RunResult()
        result.startMicroseconds = value["started_at_unix_us"]?.integer() ?? 0
        result.end = value["end"]?.string.flatMap(RunEnd.init(rawValue:)) ?? .completed
        result.isOpenLoop = value["loop"]?.string != "closed"
        result.sendingSeconds = try value.requiredSeconds("sending_s")
        result.totalSeconds = try value.requiredSeconds("total_s")
        result.lastAnswerSeconds = try value.seconds("last_answer_s") ?? result.totalSeconds
        result.connectionCount = try value.count(
            "connections", to: Int64(LoadPlan.connectionCountMaximum))
        result.streamCount = try value.count(
            "streams_per_connection", to: Int64(LoadPlan.streamCountMaximum))
        result.askedCount = try value.requiredCount("asked")
        result.sentCount = try value.requiredCount("sent")
        result.lateSentCount = try value.count("sent_late")
        result.answersAfterSendingCount = try value.count("answered_after_sending")
        result.okAfterSendingCount = try value.count("ok_after_sending")
        result.warmupCount = try value.count("warmup")
        result.reconnectCount = try value.count("reconnects")
        result.lateAnswerCount = try value.count("late_answers")
        result.sentByteCount = try value.count("sent_bytes")
        result.receivedByteCount = try value.count("received_bytes")
        result.backlogNanosecondsMaximum =
            try value.nanoseconds(ofMicroseconds: "backlog_max_us") ?? 0
        result.senderProcessorSeconds = try value.seconds("sender_processor_s") ?? 0
        result.processProcessorSeconds = try value.seconds("process_processor_s") ?? 0
        result.tallies = try Self.tallies(value)
        result.lateness = try Self.histogram(value, "lateness", "")
        result.connecting = try Self.histogram(value, "connect", "")
        for (place, point) in (value["series"]?.elements ?? []).enumerated() {
            do throws(RunDocument.Fault) { result.series.append(try SeriesPoint(point)) } catch {
                throw RunDocument.Fault(message: "series[\(place)].\(error.message)")
            }
        }
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

    private static func tallies(
        _ value: JSONValue
    ) throws(RunDocument.Fault) -> [OutcomeTally] {
        var tallies: [OutcomeTally] = []
        for (place, tally) in (value["outcomes"]?.elements ?? []).enumerated() {
            let prefix = "outcomes[\(place)]"
            guard let code = tally["code"]?.integer(Int32.self),
                let outcome = LoadOutcome(known: code)
            else {
                throw RunDocument.Fault(
                    message: "\(prefix).code: must be one of the numbers of outcomes")
            }
            guard !tallies.contains(where: { $0.outcome == outcome }) else {
                throw RunDocument.Fault(message: "\(prefix).code: \(code) occurs twice")
            }
            tallies.append(
                OutcomeTally(
                    outcome: outcome, response: try histogram(tally, "response", prefix),
                    service: try histogram(tally, "service", prefix),
                    firstMessage: tally["first_message"]?.string ?? ""))
        }
        return tallies
    }

    private static func histogram(
        _ value: JSONValue, _ name: String, _ prefix: String
    ) throws(RunDocument.Fault) -> HDRHistogram {
        guard let text = value[name]?["histogram_ns"]?.string, !text.isEmpty else {
            return HDRHistogram()
        }
        let place = "\(prefix.isEmpty ? "" : prefix + ".")\(name)"
        var histogram: HDRHistogram
        do throws(HDRHistogram.DecodingFault) { histogram = try HDRHistogram(decoding: text) } catch
        { throw RunDocument.Fault(message: "\(place): \(error.message)") }
        guard histogram.totalCount <= UInt64(JSONValue.countMaximum),
            (histogram.maximum ?? 0) <= JSONValue.nanosecondsMaximum
        else {
            throw RunDocument.Fault(message: "\(place): the histogram counts more than can be")
        }
        let extremes = value[name] ?? .null
        do throws(RunDocument.Fault) {
            histogram.restore(
                minimum: try extremes.count("min_ns", to: JSONValue.nanosecondsMaximum),
                maximum: try extremes.count("max_ns", to: JSONValue.nanosecondsMaximum),
                overRangeCount: try extremes.count("over_range"))
        } catch {
            throw RunDocument.Fault(message: "\(place).\(error.message)")
        }
        return histogram
    }
}

extension SeriesPoint {
    fileprivate init(_ value: JSONValue) throws(RunDocument.Fault) {
        var interval = IntervalRecord(startSeconds: try value.seconds("start_s") ?? 0)
        interval.lengthSeconds = try value.seconds("length_s") ?? 0
        interval.askedCount = try value.count("asked")
        interval.sentCount = try value.count("sent")
        interval.receivedByteCount = try value.count("received_bytes")
        interval.inFlightCount = try value.count("in_flight")
        interval.backlogCount = try value.count("backlog")
        if case .object(let failures)? = value["failures"] {
            for failure in failures {
                guard let outcome = Int32(failure.name).flatMap(LoadOutcome.init(known:)) else {
                    throw RunDocument.Fault(
                        message: "failures: '\(failure.name.prefix(20))' is no outcome's number")
                }
                interval.failures[outcome] = try value["failures"]?.count(failure.name) ?? 0
            }
        }
        self.init(interval)
        okCount = try value.count("ok")
        p50Nanoseconds = try value.nanoseconds(ofMicroseconds: "p50_us")
        p90Nanoseconds = try value.nanoseconds(ofMicroseconds: "p90_us")
        p99Nanoseconds = try value.nanoseconds(ofMicroseconds: "p99_us")
        maximumNanoseconds = try value.nanoseconds(ofMicroseconds: "max_us")
    }
}
