import EpisodeModel
import EpisodeProtocol
import EpisodeService
import OperatorPages
import SocketTransport

extension ServerPages {
    /// The page for Prometheus.
    func metrics(_ parts: Parts) -> [UInt8] {
        var text = MetricsText()
        text.family("episodes_build_info", .gauge, help: "1, with the versions of this server.")
        text.sample(
            1, [("version", ProductVersion.text), ("libprotobuf_c", ProtobufLibrary.version)])
        if var metrics = parts.server?.metrics {
            if let pages = parts.pageServer?.metrics { metrics.add(pages) }
            metrics.write(into: &text)
        } else {
            parts.pageServer?.metrics.write(into: &text)
        }
        if let service = parts.service { write(service, into: &text) }
        if let recorder = parts.recorder { write(recorder, into: &text) }
        writeProcess(into: &text)
        return text.bytes
    }

    private func write(_ service: EpisodeService, into text: inout MetricsText) {
        let snapshot = service.snapshots.snapshot
        // A revision is a number of 64 bits, of which this form keeps 53 exactly.
        text.single(
            "episodes_catalog_revision", .gauge, Int(clamping: snapshot.revision),
            help: "Revision of the catalogue that is served.")
        text.single(
            "episodes_catalog_episodes", .gauge, snapshot.rowCount,
            help: "Episodes of the catalogue that is served.")
        let times = service.snapshots.buildTimes
        text.family(
            "episodes_snapshot_build_seconds", .histogram,
            help: "Time to make the catalogues that were served, whole ones and edits.")
        text.histogram(
            bounds: BuildTimes.bounds, counts: times.counts, sum: times.seconds)
        if let count = service.storeErrorCount {
            text.single(
                "episodes_store_errors_total", .counter, count,
                help: "Faults of the store while editing or following it.")
        }
    }

    private func write(_ recorder: RequestRecorder, into text: inout MetricsText) {
        text.single(
            "episodes_recorded_requests_total", .counter, recorder.recordedCount,
            help: "Requests written to the record.")
        text.single(
            "episodes_record_dropped_total", .counter, recorder.droppedCount,
            help: "Requests left out of the record because it could not keep up or is full.")
    }

    /// The families that every program has. Source: Prometheus documentation, "Writing client
    /// libraries", process metrics.
    private func writeProcess(into text: inout MetricsText) {
        text.single(
            "process_start_time_seconds", .gauge, Double(startMicroseconds) / 1e6,
            help: "When the process began, in seconds since 1970.")
        guard let readings = ProcessReadings.now() else { return }
        text.single(
            "process_cpu_seconds_total", .counter, readings.processorSeconds,
            help: "Processor time of all threads.")
        text.single(
            "process_resident_memory_bytes", .gauge, readings.residentByteCount,
            help: "Memory that the process has in use.")
        text.single(
            "process_virtual_memory_bytes", .gauge, readings.virtualByteCount,
            help: "Memory that the process has addresses for.")
        if let count = readings.openDescriptorCount {
            text.single(
                "process_open_fds", .gauge, count, help: "File descriptors that are open.")
        }
        text.single(
            "process_max_fds", .gauge, readings.descriptorCountMaximum,
            help: "File descriptors that may be open.")
    }
}
