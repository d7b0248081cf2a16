internal import Synchronization

/// Connections for reading, made when needed and kept for the next call.
final class ReaderPool: Sendable {
    private static let keptCountMaximum = 4

    private let source: ConnectionSource
    private let idle = Mutex<[Reader]>([])

    init(_ source: ConnectionSource) { self.source = source }

    /// Calls `body` with a reader that nobody else uses, and with no lock held.
    func withReader<Result>(
        _ body: (Reader) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard !source.isImmutable else { return try withImmutableReader(body) }
        let kept = idle.withLock { $0.popLast() }
        let reader: Reader
        if let kept { reader = kept } else { reader = try Reader(source.connect()) }
        do throws(StoreError) {
            let result = try body(reader)
            giveBack(reader)
            return result
        } catch {
            // It may be in the middle of something; the next call gets another one.
            reader.connection.rollback()
            throw error
        }
    }

    private func giveBack(_ reader: Reader) {
        idle.withLock { idle in
            if idle.count < Self.keptCountMaximum { idle.append(reader) }
        }
    }

    /// Without locks nobody keeps a writer away. So nothing is kept from one call to the next, and
    /// what was read counts only if the file stayed as it was.
    private func withImmutableReader<Result>(
        _ body: (Reader) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let before = try FileState(source.path)
        do throws(StoreError) {
            let result = try body(Reader(source.connect()))
            guard try FileState(source.path) == before else { throw .changing(source.path) }
            return result
        } catch {
            guard (try? FileState(source.path)) == before else { throw .changing(source.path) }
            throw error
        }
    }

    /// Calls `body` within a transaction that sees one revision.
    func read<Result>(
        _ body: (Reader, CatalogState) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try withReader { reader throws(StoreError) in
            let state = try reader.beginTransaction()
            let result = try body(reader, state)
            try reader.endTransaction()
            return result
        }
    }
}
