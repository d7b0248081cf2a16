import CommandLineKit
import LoadReport
import SocketTransport

/// Files of results that were saved before.
enum ResultFile {
    private static let byteCountMaximum = 256 << 20

    static func read(_ path: String) throws(Failure) -> RunDocument {
        let text: String?
        do throws(TransportError) {
            text = try TextFile.read(path, byteCountMaximum: byteCountMaximum)
        } catch {
            throw MixSource.badData(error.message)
        }
        guard let text else {
            throw MixSource.badData("cannot read \(path): there is no such file")
        }
        do throws(RunDocument.Fault) { return try RunDocument(json: Array(text.utf8)) } catch {
            throw MixSource.badData("\(path): \(error.message)")
        }
    }

    /// One document with the runs of all files.
    static func read(all paths: [String]) throws(Failure) -> RunDocument {
        var documents: [RunDocument] = []
        for path in paths { documents.append(try read(path)) }
        guard var document = documents.first else {
            throw MixSource.badData("no file of results was given")
        }
        document.runs = documents.flatMap(\.runs)
        return document
    }
}
