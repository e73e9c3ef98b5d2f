import SubdialSnapshots
import SubdialTestSupport
import Testing

@Suite struct GitHubSummaryTests {
    @Test func aFailedRunIsATableOfTheWorstFirst() {
        #expect(
            GitHubSummary.text(.sample, folder: "widgets/snapshot-report") == """
                ❌ **Widgets &#38; &#60;more&#62;** (linux-x86&#95;64): 6 snapshots: 1 failed, 1 error, 1 missing, 1 new, 1 updated, \
                1 obsolete, 1 passed, 1 warning

                | snapshot | result | pixels | what differs |
                |---|---|--:|---|
                | <code>&#60;/script&#62;&#60;img src=x onerror="document.title='tag'"&#62;</code> | error |  | \
                line one  line &#91;31mtwo &#93;&#93;&#62; {{script}} &#60;!-- &#60;\u{338}script&#62; \u{FFFE}100% |
                | <code>small-light</code> | failed | 12 | 12 pixels differ, 1 more than the 11 allowed<br>&#126; title&#58; x 4 → 7<br>- badge |
                | <code>absent</code> | missing |  | there is no reference |

                The report with pictures is <code>widgets/snapshot-report/index.html</code>.

                """)
    }

    @Test func aRunWithoutFailuresIsALine() {
        var report = SnapshotReport(
            suite: "Widgets", platform: "linux-arm64", date: "", duration: 0,
            cases: [SnapshotCase(id: "a", status: .passed), SnapshotCase(id: "b", status: .new)])
        #expect(GitHubSummary.text(report, folder: "r") == "✅ **Widgets** (linux-arm64): 2 snapshots: 1 new, 1 passed\n")
        report.warnings = ["another font"]
        #expect(GitHubSummary.text(report, folder: "r") == "⚠️ **Widgets** (linux-arm64): 2 snapshots: 1 new, 1 passed, 1 warning\n")
        report.cases = []
        report.warnings = []
        #expect(GitHubSummary.text(report, folder: "r") == "✅ **Widgets** (linux-arm64): 0 snapshots: nothing to do\n")
    }

    @Test func theLargestShareOfPixelsComesFirst() {
        let cases = [(1, 100), (90, 100), (50, 1000), (0, 0)].enumerated().map { index, pixels in
            SnapshotCase(
                id: "case-\(index)", status: .failed,
                counts: pixels.1 == 0 ? nil : DifferenceCounts(compared: pixels.1, different: pixels.0))
        }
        let text = GitHubSummary.text(.failures(cases), folder: "r")
        #expect(
            text.split(separator: "\n").compactMap { $0.split(separator: "case-").dropFirst().first?.prefix(1) } == ["3", "1", "2", "0"])
    }

    /// GitHub shows nothing of a summary that is too long, so that the table must be limited.
    @Test(arguments: [0, 100, 300, 1000, 5000, GitHubSummary.maximumBytes]) func whatDoesNotFitIsCounted(_ limit: Int) throws {
        let message = String(repeating: "ä|", count: 2000)
        let cases = (1...494).map {
            SnapshotCase(id: "case-\($0)", status: .failed, message: message, nodeChanges: Array(repeating: "x", count: 9))
        }
        let text = GitHubSummary.text(.failures(cases), folder: "r", limit: limit)
        #expect(text.utf8.count <= limit)
        let rows = text.split(separator: "\n").count { $0.hasPrefix("| <code>") }
        #expect(limit == GitHubSummary.maximumBytes ? rows == 100 : rows < 10)
        if limit >= 300 { #expect(text.contains("494 failed")) }
        if rows > 0 {
            #expect(text.contains("\n\(494 - rows) more like this; the report has all of them.\n"))
            #expect(text.contains("…<br>x<br>x<br>x<br>x<br>x<br>and 4 more changes |\n"))
        }
    }
}

extension SnapshotReport {
    fileprivate static func failures(_ cases: [SnapshotCase]) -> SnapshotReport {
        SnapshotReport(suite: "Widgets", platform: "linux-arm64", date: "", duration: 0, cases: cases)
    }
}
