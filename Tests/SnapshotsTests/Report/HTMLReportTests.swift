import Foundation
import JSON
import Snapshots
import Testing

@Suite struct HTMLReportTests {
    private func page() throws -> String { try HTMLReport.text(.sample, picture: SnapshotReport.picture) }

    /// The data of the page, as a browser would find it: to the first end tag.
    private func data(_ page: String) throws -> JSONValue {
        let opening = "<script type=\"application/json\" id=\"data\">"
        let begin = try #require(page.firstRange(of: opening)).upperBound
        let end = try #require(page[begin...].firstRange(of: "</script")).lowerBound
        return try JSONValue(parsing: String(page[begin..<end]))
    }

    @Test func holdsTheReportAndItsPictures() throws {
        let data = try data(page())
        let report = try #require(data["report"])
        #expect(try JSONReport.report(Array(report.text().utf8)) == .sample)
        guard case .object(let pictures) = data["pictures"] else {
            Issue.record("there are no pictures")
            return
        }
        #expect(pictures.count == 10)
        for picture in pictures {
            let prefix = "data:image/png;base64,"
            let url = try #require(picture.value.string)
            #expect(url.hasPrefix(prefix))
            #expect(Data(base64Encoded: String(url.dropFirst(prefix.count))).map { [UInt8]($0) } == SnapshotReport.picture(picture.key))
        }
    }

    @Test func nothingOfTheReportIsMarkup() throws {
        let page = try page()
        #expect(
            page.utf8.count { $0 == UInt8(ascii: "<") }
                == (try HTMLReport.text(.empty, picture: { _ in nil })).utf8.count { $0 == UInt8(ascii: "<") })
        #expect(page.contains("<title>Widgets &amp; &lt;more&gt; – snapshots</title>"))
        // What stands in braces is not put in a second time.
        #expect(page.contains("]]> {{script}} \\u003c!-- "))
    }

    @Test func loadsNothing() throws {
        let page = try page()
        #expect(page.contains("default-src 'none'; img-src data:"))
        for address in ["http://", "https://", "src=\"", "href=\"", "@import", "url("] { #expect(!page.contains(address)) }
    }

    @Test func whatIsNoPictureIsLeftOut() throws {
        let page = try HTMLReport.text(.sample) { $0.hasPrefix("actual") ? Array("<html>".utf8) : nil }
        #expect(try data(page)["pictures"] == .object([]))
    }
}

extension SnapshotReport {
    fileprivate static let empty = SnapshotReport(suite: "", platform: "", date: "", duration: 0, cases: [])
}
