internal import EpisodeModel

/// What one read has come to so far: rows handed on, rows left out and why.
final class ReadLedger {
    let file: String
    let consumer: any CatalogConsumer
    let skipsBadRows: Bool
    /// Bad rows at which reading stops.
    private let skippedCountMaximum: Int
    var summary = ReadSummary()

    init(file: String, reader: CatalogReader, consumer: any CatalogConsumer) {
        self.file = file
        self.consumer = consumer
        skipsBadRows = reader.skipsBadRows
        skippedCountMaximum = reader.skippedCountMaximum
    }

    /// Hands on a row, or leaves it out.
    ///
    /// - Returns: the fault that ends the read, or nil.
    func take(_ episode: Episode, at position: RowPosition) -> CatalogFault? {
        do throws(EpisodeError) {
            try consumer.receive(episode, at: position)
            summary.rowCount += 1
            return nil
        } catch {
            return skip(CatalogFault(file: file, position: position, error: error))
        }
    }

    /// Leaves out a bad row or domain, or ends the read because of it.
    ///
    /// - Returns: the fault that ends the read, or nil.
    func skip(_ fault: CatalogFault) -> CatalogFault? {
        guard skipsBadRows else { return fault }
        guard !consumer.hasGivenUp else {
            summary.isCutShort = true
            return fault
        }
        summary.skippedCount += 1
        if summary.firstFaults.count < ReadSummary.faultCountMaximum {
            summary.firstFaults.append(fault)
        }
        consumer.skip(fault)
        guard summary.skippedCount >= skippedCountMaximum else { return nil }
        summary.isCutShort = true
        return fault
    }

    /// Says that a file has no rows.
    var emptyFault: CatalogFault {
        let remedy = "check where it came from, or allow an empty catalogue (--allow-empty)"
        guard let first = summary.firstFaults.first else {
            return CatalogFault(
                file: file, position: nil, field: "", problem: "holds no episodes", remedy: remedy)
        }
        return CatalogFault(
            file: file, position: first.position, field: first.field,
            problem: "holds no good row: \(first.problem)", remedy: first.remedy)
    }
}
