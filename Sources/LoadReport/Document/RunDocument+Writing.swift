internal import CommandLineKit
internal import LatencyHistogram
internal import LoadGenerator

extension RunDocument {
    /// The document as JSON; every name of a number with a unit ends in it.
    public func json() -> String {
        var writer = JSONWriter(isIndented: true)
        writer.object { writer in
            writer.member("schema", Self.schema)
            writer.key("tool")
            writer.object {
                $0.member("name", "episodes")
                $0.member("version", version)
            }
            writer.key("machine")
            writer.object {
                $0.member("system", machine.system)
                $0.member("processor", machine.processor)
                $0.member("processor_count", machine.processorCount)
            }
            writer.key("settings")
            settings.write(to: &writer)
            writer.key("runs")
            writer.array { writer in
                for run in runs { run.write(to: &writer) }
            }
        }
        return writer.text + "\n"
    }
}

extension RunDocument.Settings {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.key("arguments")
            writer.array { writer in arguments.forEach { writer.string($0) } }
            writer.member("address", address)
            writer.member("protocol", wireProtocol)
            writer.member("loop", isOpenLoop ? "open" : "closed")
            writer.member("arrivals", arrivals)
            writer.key("schedule")
            writer.array { writer in
                for segment in segments {
                    writer.object {
                        $0.member("seconds", segment.seconds)
                        $0.member("from_per_second", segment.fromPerSecond)
                        $0.member("to_per_second", segment.toPerSecond)
                    }
                }
            }
            writer.member("connections", connectionCount)
            writer.member("streams_per_connection", streamCount)
            writer.member("timeout_ms", timeoutMilliseconds)
            writer.member("warmup_s", warmupSeconds)
            writer.member("seed", "\(seed)")
            writer.member("mix", mix)
            writer.member("mix_entries", mixEntryCount)
        }
    }
}

extension RunDocument.Run {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("started_at_unix_us", result.startMicroseconds)
            writer.member("end", result.end.rawValue)
            writer.member("loop", result.isOpenLoop ? "open" : "closed")
            writer.member("sending_s", result.sendingSeconds)
            writer.member("total_s", result.totalSeconds)
            writer.member("last_answer_s", result.lastAnswerSeconds)
            writer.member("connections", result.connectionCount)
            writer.member("streams_per_connection", result.streamCount)
            writeCounts(to: &writer)
            writer.key("outcomes")
            writer.array { writer in
                for tally in result.tallies {
                    writer.object { writer in
                        writer.member("outcome", tally.outcome.name)
                        writer.member("code", tally.outcome.rawValue)
                        writer.member("count", tally.count)
                        writer.member("first_message", tally.firstMessage)
                        writer.member("response", tally.response)
                        writer.member("service", tally.service)
                    }
                }
            }
            writer.member("lateness", result.lateness)
            writer.member("connect", result.connecting)
            writer.key("series")
            writer.array { writer in
                for point in result.series { point.write(to: &writer) }
            }
            writer.key("verdict")
            write(verdict, to: &writer)
        }
    }

    private func writeCounts(to writer: inout JSONWriter) {
        writer.member("asked", result.askedCount)
        writer.member("sent", result.sentCount)
        writer.member("never_sent", result.neverSentCount)
        writer.member("sent_late", result.lateSentCount)
        writer.member("answered", result.answeredCount)
        writer.member("answered_after_sending", result.answersAfterSendingCount)
        writer.member("ok_after_sending", result.okAfterSendingCount)
        writer.member("ok", result.okCount)
        writer.member("failed", result.failureCount)
        writer.member("warmup", result.warmupCount)
        writer.member("asked_per_second", result.askedPerSecond)
        writer.member("sent_per_second", result.sentPerSecond)
        writer.member("answered_per_second", result.answeredPerSecond)
        writer.member("reconnects", result.reconnectCount)
        writer.member("late_answers", result.lateAnswerCount)
        writer.member("sent_bytes", result.sentByteCount)
        writer.member("received_bytes", result.receivedByteCount)
        writer.member("backlog_max_us", Double(result.backlogNanosecondsMaximum) / 1_000)
        writer.member("sender_processor_s", result.senderProcessorSeconds)
        writer.member("process_processor_s", result.processProcessorSeconds)
    }

    private func write(_ verdict: Verdict, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("text", verdict.text)
            writer.key("rate_held")
            writer.bool(result.isRateHeld)
            writer.key("expectations")
            writer.array { writer in
                for outcome in verdict.expectations {
                    writer.object { writer in
                        writer.member("text", outcome.expectation.text)
                        writer.key(outcome.expectation.valueKey)
                        writer.number(outcome.value ?? .nan)
                        writer.key("met")
                        writer.bool(outcome.isMet)
                        writer.key("thin")
                        writer.bool(outcome.isThin)
                    }
                }
            }
        }
    }
}

extension Expectation {
    /// The name of its value, with the unit.
    fileprivate var valueKey: String {
        switch metric {
        case .errorShare, .rateShare: "value_share"
        case .errorCount: "value_count"
        case .okPerSecond: "value_per_second"
        default: "value_ns"
        }
    }
}

extension SeriesPoint {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("start_s", startSeconds)
            writer.member("length_s", lengthSeconds)
            writer.member("asked", askedCount)
            writer.member("sent", sentCount)
            writer.member("ok", okCount)
            writer.key("failures")
            writer.object { writer in
                for (outcome, count) in failures.sorted(by: { $0.key < $1.key }) {
                    writer.member("\(outcome.rawValue)", count)
                }
            }
            writer.member("received_bytes", receivedByteCount)
            writer.member("in_flight", inFlightCount)
            writer.member("backlog", backlogCount)
            for (name, value) in [
                ("p50_us", p50Nanoseconds), ("p90_us", p90Nanoseconds),
                ("p99_us", p99Nanoseconds), ("max_us", maximumNanoseconds),
            ] {
                writer.key(name)
                writer.number(value.map { Double($0) / 1_000 } ?? .nan)
            }
        }
    }
}

extension JSONWriter {
    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    mutating func member(_ name: String, _ value: Double) {
        key(name)
        number(value)
    }

    /// Numbers for people and programs, and all counters for tools.
    mutating func member(_ name: String, _ histogram: HDRHistogram) {
        key(name)
        object { writer in
            writer.member("count", histogram.totalCount)
            writer.member("over_range", histogram.overRangeCount)
            guard let least = histogram.minimum, let most = histogram.maximum else { return }
            writer.member("min_us", Double(least) / 1_000)
            writer.member("mean_us", (histogram.mean ?? .nan) / 1_000)
            for percentile in Percentiles.shown {
                writer.member(
                    "\(Percentiles.name(percentile))_us",
                    Double(histogram.value(atPercentile: percentile) ?? 0) / 1_000)
            }
            writer.member("max_us", Double(most) / 1_000)
            writer.key("thin")
            writer.array { writer in
                for percentile in Percentiles.shown
                where Percentiles.isThin(histogram, percentile) {
                    writer.string(Percentiles.name(percentile))
                }
            }
            writer.member("min_ns", least)
            writer.member("max_ns", most)
            writer.member("histogram_ns", histogram.encoded() ?? "")
        }
    }
}
