import Foundation
import SubdialDocuments
import Testing

@testable import SubdialSnapshots

/// What is believed of the files of a run that come from others.
@Suite struct ReportReadingTests {
    private static let digest = String(repeating: "a", count: 64)

    /// A report of one snapshot, with changed members; nil removes one.
    private static func report(_ changes: [String: JSONValue?] = [:], twice: Bool = false) -> [UInt8] {
        var members: [String: JSONValue] = [
            "id": "card/one", "group": "card", "status": "failed", "message": "it differs", "duration": 0.5, "nodeChanges": [],
            "fontWarnings": [], "actual": "actual/card/one.png", "expected": "expected/card/one.png", "drawnLevels": ["picture", "tree"],
        ]
        for (key, value) in changes { members[key] = value }
        let item = JSONValue.object(members.map { JSONMember($0.key, $0.value) })
        let report: JSONValue = [
            "suite": "s", "platform": "linux", "date": "2026-01-08T20:15:04Z", "duration": 1, "warnings": [],
            "cases": .array(twice ? [item, item] : [item]),
        ]
        return Array(report.text().utf8)
    }

    /// A change of a report, and what the message says about it.
    @Test(
        arguments: [
            (["actual": "/etc/passwd"], "cases[0].actual: '/etc/passwd' leads elsewhere: it is absolute"),
            (["actual": "../one.png"], "cases[0].actual: '../one.png' leads elsewhere: a part of it is '.' or '..'"),
            (["actual": "actual/./card/one.png"], "leads elsewhere: a part of it is '.' or '..'"),
            (["actual": "actual//card/one.png"], "leads elsewhere: a part of it is empty or too long"),
            (["actual": "actual/card/one.png\u{0}"], "leads elsewhere: it holds what no name of a file should"),
            (["expected": "actual/card/one.png"], "cases[0].expected: 'actual/card/one.png' is no file of 'card/one'"),
            (["actual": "actual/card/two.png"], "cases[0].actual: 'actual/card/two.png' is no file of 'card/one'"),
            (["difference": "index.html"], "cases[0].difference: 'index.html' is no file of 'card/one'"),
            (["expectedText": "https://example.com/"], "cases[0].expectedText: 'https://example.com/' leads elsewhere"),
            (["actualText": "run.json"], "cases[0].actualText: 'run.json' is no file of 'card/one'"),
            (["id": "../../.bashrc", "actual": nil, "expected": nil], "cases[0].id: '../../.bashrc' leads elsewhere"),
            (["id": "/etc/cron.d/x", "actual": nil, "expected": nil], "cases[0].id: '/etc/cron.d/x' leads elsewhere: it is absolute"),
            (["id": "a\nb"], "cases[0].id: 'a b' is empty or too long, or has a control character"),
            (["id": "\u{1B}[2J"], "cases[0].id"), (["id": "a\u{202E}b"], "cases[0].id"), (["id": ""], "cases[0].id"),
            (["id": .string(String(repeating: "x", count: 5000))], "cases[0].id"),
            (
                ["reference": ["folder": "/r", "id": "../one"], "actual": nil, "expected": nil],
                "cases[0].reference.id: '../one' leads elsewhere"
            ),
            (
                ["reference": ["folder": "/r", "id": "two"], "actual": nil, "expected": nil],
                "cases[0].reference.id: 'two' is not that of 'card/one'"
            ),
            (["reference": ["folder": "a\u{0}b", "id": "one"], "actual": nil, "expected": nil], "cases[0].reference.folder"),
            (["drawnLevels": .array(Array(repeating: "tree", count: 6))], "cases[0].drawnLevels: it has 6 items, and 5 are the most"),
            (["nodeChanges": .array(Array(repeating: "", count: 100_001))], "cases[0].nodeChanges: it has 100001 items"),
        ] as [([String: JSONValue?], String)])
    func anEntryThatBreaksARuleIsNamed(_ changes: [String: JSONValue?], _ message: String) throws {
        let error = #expect(throws: ReportError.self) { try ReportReading.report(Self.report(changes)) }
        #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        #expect(error?.description.utf8.count ?? 0 < 1000 && error?.description.contains("\n") == false)
    }

    /// A report that a run has written is read.
    @Test(
        arguments: [
            [:], ["actual": nil, "actualText": "actual/card/one.line.txt"], ["difference": "difference/card/one.png"], ["line": 3],
            ["id": "shard 1/2", "actual": nil, "expected": nil, "drawnLevels": nil],
            [
                "id": "Module/File/name", "reference": ["folder": "/r/__Snapshots__", "id": "File/name"],
                "actual": "Module/actual/File/name.png",
                "expected": "Module/expected/File/name.png",
            ],
        ] as [[String: JSONValue?]])
    func whatARunWritesIsRead(_ changes: [String: JSONValue?]) throws {
        let bytes = Self.report(changes)
        #expect(try ReportReading.report(bytes) == JSONReport.report(bytes))
    }

    /// A text cannot steer a terminal, and no number is absurd.
    @Test func textsAndNumbersAreHarmless() throws {
        let report = try ReportReading.report(
            Self.report([
                "message": "one\u{1B}[31m\ntwo\u{202E}", "nodeChanges": ["a\nb\u{9B}"], "group": "g\r", "source": "s\u{0}",
                "duration": -1e300,
                "unmatchedMasks": [["node": "a\nb", "hint": "\u{7}"]],
                "newFaces": [["family": "", "style": "", "path": "/etc/passwd", "version": ""]],
            ]))
        let item = try #require(report.cases.first)
        #expect(item.message == "one [31m\ntwo" && item.nodeChanges == ["a b "] && item.group == "g " && item.source == "s ")
        #expect(item.unmatchedMasks?.first?.description == "there is no node 'a b' to mask ")
        #expect(item.duration == 0 && item.newFaces == nil)
    }

    @Test func aSnapshotIsThereOnce() {
        let error = #expect(throws: ReportError.self) { try ReportReading.report(Self.report(twice: true)) }
        #expect(error?.description.hasPrefix("cases[1].id: 'card/one' is there twice") == true)
    }

    /// Neither the depth nor the kind of the JSON is a problem.
    @Test(arguments: [
        "", "{", "[]", "null", "{\"cases\":1}", String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
        #"{"suite":"s","platform":"p","date":"d","duration":1e999,"warnings":[],"cases":[]}"#,
    ])
    func whatIsNoReportIsRefused(_ text: String) {
        let error = #expect(throws: ReportError.self) { try ReportReading.report(Array(text.utf8)) }
        #expect(error?.description.utf8.count ?? 0 < 1000)
        #expect(throws: ReportError.noRecord) { try ReportReading.record(Array(text.utf8)) }
    }

    /// A change of a record, and what the message says about it.
    @Test(
        arguments: [
            (["platforms": ["linux", "../../x"]], "platforms[1]: '../../x' is no name of a platform"),
            (["platforms": ["a/\u{301}b"]], "platforms[0]"), (["platforms": [""]], "platforms[0]"),
            (["platforms": ["a@b"]], "platforms[0]"),
            (["platforms": .array(Array(repeating: "a", count: 17))], "platforms: it has 17 items, and 16 are the most"),
            (["shards": 0], "shard: there is no shard 1 of 0"), (["shard": 3], "shard: there is no shard 3 of 2"),
            (["shards": .integer(.max)], "shard: there is no shard 1 of 9223372036854775807"), (["shard": -1], "shard"),
            (["suite": "a\u{0}b"], "suite: 'a b' has a control character"), (["references": "a\nb"], "references"),
            (["relativeSuite": "a\u{1B}"], "relativeSuite"),
            (
                ["fonts": [["family": "F", "style": "", "file": "../x", "version": "", "sha256": .string(digest)]]],
                "fonts[0]: 'F' is no font"
            ),
            (["fonts": [["family": "F", "style": "", "file": "x", "version": "", "sha256": "1"]]], "fonts[0]: 'F' is no font"),
            (["fonts": [["family": "F\n", "style": "", "file": "x", "version": "", "sha256": .string(digest)]]], "fonts[0]"),
        ] as [([String: JSONValue], String)])
    func aRecordThatBreaksARuleIsRefused(_ changes: [String: JSONValue], _ message: String) throws {
        var members: [String: JSONValue] = [
            "suite": "/s/snapshots.yaml", "references": "/s/References", "platforms": ["linux"], "shard": 1, "shards": 2,
            "isUnfiltered": true,
            "fonts": [["family": "F", "style": "", "file": "x.otf", "version": "1", "sha256": .string(Self.digest)]],
        ]
        func record() throws -> RunRecord {
            try ReportReading.record(Array(JSONValue.object(members.map { JSONMember($0.key, $0.value) }).text().utf8))
        }
        #expect(try record().fonts.count == 1)
        members.merge(changes) { $1 }
        let error = #expect(throws: ReportError.self) { try record() }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
}
