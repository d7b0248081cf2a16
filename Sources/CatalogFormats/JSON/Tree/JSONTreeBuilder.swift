/// Puts the events of a parser together into one value.
final class JSONTreeBuilder {
    private struct Level {
        var isObject: Bool
        var names: [String] = []
        var seen: Set<String> = []
        var values: [JSONValue] = []
    }

    private let limits: JSONTreeLimits
    private var levels: [Level] = []
    private var valueCount = 0
    /// The whole value, once it has ended.
    private(set) var result: JSONValue?
    /// Why the parser was asked to stop.
    private(set) var problem: String?

    init(_ limits: JSONTreeLimits) { self.limits = limits }

    /// Takes a value; false stops the parser.
    func add(_ value: JSONValue) -> Bool {
        guard count() else { return false }
        return place(value)
    }

    func begin(isObject: Bool) -> Bool {
        guard count() else { return false }
        guard levels.count < limits.nestingMaximum else {
            return stop("lists and objects nest deeper than \(limits.nestingMaximum)")
        }
        levels.append(Level(isObject: isObject))
        return true
    }

    func key(_ name: String) -> Bool {
        guard levels[levels.count - 1].seen.insert(name).inserted else {
            return stop("the name '\(name.prefix(64))' stands twice in one object")
        }
        levels[levels.count - 1].names.append(name)
        return true
    }

    func end() -> Bool {
        guard let level = levels.popLast() else { return stop("a list or object ends twice") }
        guard level.isObject else { return place(.array(level.values)) }
        return place(
            .object(zip(level.names, level.values).map { JSONValue.Member($0, $1) }))
    }

    private func place(_ value: JSONValue) -> Bool {
        if levels.isEmpty {
            result = value
        } else {
            levels[levels.count - 1].values.append(value)
        }
        return true
    }

    private func count() -> Bool {
        valueCount += 1
        guard valueCount <= limits.valueCountMaximum else {
            return stop("there are more than \(limits.valueCountMaximum) values")
        }
        return true
    }

    private func stop(_ problem: String) -> Bool {
        self.problem = problem
        return false
    }
}
