import Foundation
import TestSupport

/// The reference of the text rules in Python, run directly: a second opinion on `NaiveText`, from
/// another language and another copy of the Unicode data.
enum PythonReference {
    struct Answer: Decodable {
        struct Unit: Decodable, Equatable {
            var kind: String
            var text: [UInt8]
            var forms: [[UInt8]]
            var hasSpaceBefore: Bool
            var isLight: Bool
        }
        struct Condition: Decodable, Equatable {
            var units: [Unit]
            var isTight: [Bool]
            var isQuoted, isOpen, hasWord: Bool
        }
        var units: [Unit]
        var folded: [UInt8]
        /// Nil: no text filter.
        var conditions: [Condition]?
    }

    static let directory = SharedData.path("peers/text")
    static let isAvailable =
        SharedData.isAvailable && FileManager.default.fileExists(atPath: directory + "/ref.py")

    /// The units and the conditions of each text, as Python sees them.
    static func answers(for texts: [String]) throws -> [Answer] {
        let input = FileManager.default.temporaryDirectory
            .appendingPathComponent("text-rules-\(UUID().uuidString).json")
        try JSONEncoder().encode(texts).write(to: input)
        defer { try? FileManager.default.removeItem(at: input) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-B", "-c", program, directory, input.path]
        process.standardOutput = output
        try process.run()
        let answer = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try JSONDecoder().decode([Answer].self, from: answer)
    }

    private static let program = """
        import sys, json
        sys.path.insert(0, sys.argv[1])
        import ref
        kinds = {'W': 'word', 'C': 'run', 'S': 'sign'}
        # Bytes, since Swift takes two strings for equal that are only canonically equivalent.
        def utf8(text): return list(text.encode())
        def unit(u):
            return {'kind': kinds[u.k], 'text': utf8(u.t), 'forms': sorted(utf8(f) for f in u.forms or []),
                    'hasSpaceBefore': u.sp, 'isLight': ref.light(u)}
        def condition(c):
            return {'units': [unit(u) for u, _ in c[0]],
                    'isTight': [join == 'tight' for _, join in c[0]],
                    'isQuoted': c[1], 'isOpen': c[2], 'hasWord': c[3]}
        normal = ref.normal
        def parse(text):
            # Its parse normalises the chunks of what is normal already, and would cut the rows of
            # marks that became longer by the first time: let it do so once.
            def once(text):
                ref.normal = lambda text: text
                return normal(text)
            ref.normal = once
            conditions = ref.parse(text)
            ref.normal = normal
            return conditions
        def answer(text):
            blank = ref.blank(text)
            folded = ''.join(ref.fold(c) for c in ref.normal(text) if ref.klass(c) not in 'xz')
            return {'units': [unit(u) for u in ref.units(text)], 'folded': utf8(folded),
                    'conditions': None if blank else [condition(c) for c in parse(text)]}
        print(json.dumps([answer(text) for text in json.load(open(sys.argv[2]))]))
        """
}
