import Foundation

/// Says what is left out, so that nobody takes it for passed.
public enum SkipNotice {
    public static func write(_ what: String) {
        FileHandle.standardError.write(Data("SKIPPING \(what)\n".utf8))
    }
}
