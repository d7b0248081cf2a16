import CatalogFormats
import CommandLineKit

/// One JSON document in the formats that hold a tree.
enum DocumentText {
    /// - Parameter format: json, jsonl or yaml.
    static func text(_ value: JSONValue, _ format: OutputFormat) -> String {
        switch format {
        case .yaml: YAMLText.document(value)
        case .jsonl: value.text() + "\n"
        default: value.text(isIndented: true) + "\n"
        }
    }

    /// What the writer wrote, in another format.
    static func text(_ format: OutputFormat, _ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter(isIndented: format == .json)
        body(&writer)
        guard format == .yaml else { return writer.text + "\n" }
        var limits = JSONTreeLimits.standard
        limits.byteCountMaximum = .max
        limits.valueCountMaximum = .max
        guard let value = try? JSONValue(parsing: Array(writer.text.utf8), limits: limits) else {
            // What JSONWriter writes is JSON, which is YAML as well.
            return writer.text + "\n"
        }
        return YAMLText.document(value)
    }
}

extension DocumentText {
    /// A JSON document as one line.
    static func line(_ document: String) -> String {
        (try? JSONValue(parsing: Array(document.utf8)))?.text() ?? document
    }
}
