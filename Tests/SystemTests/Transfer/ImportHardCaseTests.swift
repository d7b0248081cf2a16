import Foundation
import TestSupport
import Testing

/// Files that importers are known to stumble over, through the program.
@Suite(.enabled(if: SharedData.isAvailable), .timeLimit(.minutes(5)))
struct ImportHardCaseTests {
    private func check(_ name: String) throws -> Program.Result {
        try Program.episodes(
            ["import", SharedData.path("hardcases/import/\(name)"), "--check", "-o", "jsonl"])
    }

    @Test(arguments: [
        ("ok_small.json", 3), ("bom.json", 3), ("crlf.ndjson", 3), ("cr_only.ndjson", 3),
        ("no_final_newline.ndjson", 3), ("blank_lines.ndjson", 3), ("id_string.json", 3),
        ("id_float.json", 3), ("id_exp.json", 3), ("id_over.json", 3), ("id_uint64.json", 3),
        ("unknown_keys.json", 1), ("seed.ndjson", 157), ("seed_flat.json", 157),
        ("seed_jsonapi.json", 157),
    ])
    func `good files are good`(name: String, rows: Int) throws {
        let result = try check(name)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix(#"{"rows":"\#(rows)","bad_rows":"0""#), "\(result.output)")
    }

    @Test(arguments: [
        ("utf16le.json", "UTF-16"), ("dup_keys.json", "name: this key is there twice"),
        ("dup_ids_differ.json", "1 was used by another row at line 1"),
        ("deep_array.json", "inside each other"), ("empty_file.json", "--allow-empty"),
        ("empty_array.json", "--allow-empty"), ("top_level_object.json", "--allow-empty"),
        ("top_level_string.json", "the text 'x'"), ("id_missing.json", "row 1: id: is missing"),
        ("id_zero_neg.json", "row 1: id: is 0"), ("null_name.json", "row 1: name: is missing"),
        ("wrong_types.json", "row 1: name: is the number 5"),
    ])
    func `bad files are refused with place and reason, and change nothing`(
        name: String, reason: String
    ) throws {
        let store = try TemporaryFile(named: "unused")
        let path = store.url.deletingLastPathComponent().appendingPathComponent("a.db").path
        let seed = SharedData.path("hardcases/import/ok_small.json")
        #expect(try Program.episodes(["import", seed, "--store", path]).status == 0)
        let before = try Program.episodes(["export", "--store", path]).output
        let result = try Program.episodes(
            ["import", SharedData.path("hardcases/import/\(name)"), "--store", path, "--replace"])
        #expect(result.status == 6)
        #expect(result.errors.contains(reason), "\(result.errors)")
        #expect(try Program.episodes(["export", "--store", path]).output == before)
    }

    @Test func `the same row twice counts once`() throws {
        let result = try check("dup_ids_same.json")
        #expect(result.status == 0)
        #expect(result.output.hasPrefix(#"{"rows":"1","repeated_rows":"1","bad_rows":"0""#))
    }

    @Test(arguments: ["C", "en_US.UTF-8", "tr_TR.UTF-8"])
    func `no locale changes what is imported and exported`(locale: String) throws {
        let folder = try TemporaryFile(named: "unused")
        let path = folder.url.deletingLastPathComponent().appendingPathComponent("a.db").path
        let source = SharedData.path("hardcases/import/seed_flat.json")
        let imported = try Program.episodes(
            ["import", source, "--store", path], environment: ["LC_ALL": locale])
        #expect(imported.status == 0, "\(imported.errors)")
        let exported = try Program.episodes(
            ["export", "--store", path, "--format", "csv"], environment: ["LC_ALL": locale])
        let plain = try Program.episodes(["export", "--store", path, "--format", "csv"])
        #expect(exported.output == plain.output)
        #expect(
            exported.output.contains(",1900-01-01T") || exported.output.contains(",1969-12-31T"))
    }
}
