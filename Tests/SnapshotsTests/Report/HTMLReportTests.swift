import Foundation
import SubdialDocuments
import SubdialSnapshots
import Testing

@Suite struct HTMLReportTests {
    private func page() throws -> String { try HTMLReport.text(.sample) }

    /// Returns the data of the page as a browser parses it: up to the first end tag.
    private func data(_ page: String) throws -> JSONValue {
        let opening = "<script type=\"application/json\" id=\"data\">"
        let begin = try #require(page.firstRange(of: opening)).upperBound
        let end = try #require(page[begin...].firstRange(of: "</script")).lowerBound
        return try JSONValue(parsing: String(page[begin..<end]))
    }

    @Test func holdsTheReport() throws {
        #expect(try JSONReport.report(Array(data(page()).text().utf8)) == .sample)
    }

    /// A page with thousands of cases is small, because the pictures are separate files.
    @Test func growsByTheTextOfACaseAlone() throws {
        func bytes(_ count: Int) throws -> Int {
            var report = SnapshotReport.sample
            report.cases = (0..<count).map { SnapshotCase(id: "case-\($0)", status: .failed, message: "x", expected: "expected/\($0).png") }
            return try HTMLReport.text(report).utf8.count
        }
        #expect(try bytes(5001) - bytes(1) < 5000 * 400)
    }

    @Test func nothingOfTheReportIsMarkup() throws {
        let page = try page()
        #expect(
            page.utf8.count { $0 == UInt8(ascii: "<") }
                == (try HTMLReport.text(.empty)).utf8.count { $0 == UInt8(ascii: "<") })
        #expect(page.contains("<title>Widgets &amp; &lt;more&gt; – snapshots</title>"))
        // Placeholders in inserted text are not replaced.
        #expect(page.contains("]]> {{script}} \\u003c!-- "))
    }

    @Test func loadsNothing() throws {
        let page = try page().replacing("href=\"#main\"", with: "")
        #expect(page.contains("default-src 'none'; img-src 'self' file:;"))
        for address in ["http://", "https://", "src=\"", "href=\"", "@import", "url("] { #expect(!page.contains(address)) }
    }
}

extension SnapshotReport {
    fileprivate static let empty = SnapshotReport(suite: "", platform: "", date: "", duration: 0, cases: [])
}
