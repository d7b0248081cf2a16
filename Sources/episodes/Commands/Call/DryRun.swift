import CatalogFormats
import CommandLineKit
import MessageJSON
import SocketTransport

/// `--dry-run`: what would be sent.
enum DryRun {
    static func show(_ call: PlannedCall, _ settings: Settings) throws(Failure) {
        let request = try call.request()
        let line = GRPCurlLine.text(call, request, settings)
        switch settings.isFormatChosen ? settings.format : .table {
        case .table:
            try Session.write("\(call.method.path)\n\(request.text(isIndented: true))\n\(line)\n")
        case .json, .jsonl, .yaml:
            let document = JSONValue.object([
                .init("method", .string(call.method.path)), .init("request", request),
                .init("grpcurl", .string(line)),
            ])
            try Session.write(DocumentText.text(document, settings.format))
        case .raw: try RawReply.write(call.payload)
        case .csv, .tsv, .ids:
            throw Failure(
                .usage, status: "USAGE",
                message: "--output: a request has no format \(settings.format.rawValue); use one "
                    + "of: table, json, jsonl, yaml, raw")
        }
    }
}

/// `--output raw`: bytes of messages.
enum RawReply {
    /// - Throws: when they would go to a terminal.
    static func write(_ bytes: [UInt8]) throws(Failure) {
        guard !StandardStreams.isTerminal(.output) else {
            throw Failure(
                .usage, status: "USAGE",
                message: "--output raw: the bytes of a message are nothing for a terminal; send "
                    + "them to a file or a pipe")
        }
        do throws(TransportError) {
            try StandardStreams.write(bytes, to: .output)
        } catch {
            throw error.hasNoReader ? .outputHasNoReader : Failure(error)
        }
    }

    /// A message of a stream, behind its length.
    static func delimited(_ bytes: [UInt8]) -> [UInt8] {
        var prefix: [UInt8] = []
        var rest = bytes.count
        while rest >= 0x80 {
            prefix.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return prefix + [UInt8(rest)] + bytes
    }
}
