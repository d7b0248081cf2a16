/// Splits a command line into options and words. Which options exist is the caller's business.
struct Scanner {
    /// One option as it was typed.
    struct Occurrence {
        var option: Option
        /// nil for flags.
        var value: String?
        /// As typed, for messages: `--output` or `-o`.
        var spelling: String
    }

    private let arguments: [String]
    private var next = 0
    private var optionsHaveEnded = false
    /// Short options still to read from one bundled argument such as `-qv`.
    private var bundle: Substring = ""

    init(_ arguments: [String]) { self.arguments = arguments }

    enum Item {
        case option(Occurrence)
        case word(String)
    }

    /// The next option or word; nil at the end.
    mutating func scan(known: [Option]) throws(UsageError) -> Item? {
        if !bundle.isEmpty { return .option(try scanShort(known: known)) }
        guard next < arguments.count else { return nil }
        let argument = arguments[next]
        next += 1
        if optionsHaveEnded || argument == "-" || !argument.hasPrefix("-") {
            return .word(argument)
        }
        if argument == "--" {
            optionsHaveEnded = true
            return try scan(known: known)
        }
        if argument.hasPrefix("--") {
            return .option(try scanLong(argument.dropFirst(2), known: known))
        }
        bundle = argument.dropFirst()
        return .option(try scanShort(known: known))
    }

    private mutating func scanLong(
        _ text: Substring, known: [Option]
    ) throws(UsageError) -> Occurrence {
        let equals = text.firstIndex(of: "=")
        let name = text[..<(equals ?? text.endIndex)]
        let attached = equals.map { String(text[text.index(after: $0)...]) }
        guard let option = known.first(where: { $0.long == name }) else {
            let hint = NearestName.find(String(name), in: known.map(\.long))
                .map { "; did you mean '--\($0)'?" }
            throw UsageError("unknown option \(quoted("--\(name)"))\(hint ?? "")")
        }
        let spelling = "--\(name)"
        if !option.takesValue {
            guard attached == nil else { throw UsageError("option '\(spelling)' takes no value") }
            return Occurrence(option: option, value: nil, spelling: spelling)
        }
        if let attached { return Occurrence(option: option, value: attached, spelling: spelling) }
        return try takeNext(option, spelling)
    }

    private mutating func scanShort(known: [Option]) throws(UsageError) -> Occurrence {
        let letter = bundle.removeFirst()
        guard let option = known.first(where: { $0.short == letter }) else {
            bundle = ""
            throw UsageError("unknown option \(quoted("-\(letter)"))")
        }
        let spelling = "-\(letter)"
        if !option.takesValue {
            return Occurrence(option: option, value: nil, spelling: spelling)
        }
        if !bundle.isEmpty {
            let attached = String(bundle)
            bundle = ""
            return Occurrence(option: option, value: attached, spelling: spelling)
        }
        return try takeNext(option, spelling)
    }

    /// A value may begin with one dash (`--sort -popularity`) but not with two: that is a
    /// forgotten value far more often, and `--option=--value` says it without doubt.
    private mutating func takeNext(
        _ option: Option, _ spelling: String
    ) throws(UsageError) -> Occurrence {
        if let implied = option.impliedValue {
            return Occurrence(option: option, value: implied, spelling: spelling)
        }
        guard next < arguments.count, !arguments[next].hasPrefix("--") else {
            throw UsageError("option '\(spelling)' needs a value: \(spelling) \(option.valueName)")
        }
        next += 1
        return Occurrence(option: option, value: arguments[next - 1], spelling: spelling)
    }
}
