import Synchronization
import Testing

@testable import SubdialBasics

/// The messages about refused pictures.
@Suite struct PictureReportsTests {
    private final class Messages: Sendable {
        private let received = Mutex<[String]>([])
        var all: [String] { received.withLock { $0 } }
        func add(_ message: String) { received.withLock { $0.append(message) } }
    }

    private let messages = Messages()

    @Test func eachPictureAndReasonIsReportedOnce() {
        let reports = PictureReports { [messages] in messages.add($0) }
        for _ in 0..<3 {
            reports.refuse("a.png", version: "1", "empty", standIn: "a placeholder stands in its place")
            reports.warn("b.jpg", version: "1", "the last 12 rows are missing")
        }
        #expect(messages.all == ["a.png: empty; a placeholder stands in its place", "b.jpg: the last 12 rows are missing"])
        // Another reason, and another version of the picture.
        reports.refuse("a.png", version: "1", "damaged")
        reports.refuse("a.png", version: "2", "empty")
        #expect(messages.all.dropFirst(2) == ["a.png: damaged", "a.png: empty"])
    }

    @Test func aPictureThatWasThereMeanwhileIsReportedAgain() {
        let reports = PictureReports { [messages] in messages.add($0) }
        reports.refuse("http://host/a", "away")
        reports.refuse("http://host/b", "away")
        reports.settle("http://host/a")
        for _ in 0..<2 { for path in ["a", "b"] { reports.refuse("http://host/\(path)", "away") } }
        #expect(messages.all == ["http://host/a: away", "http://host/b: away", "http://host/a: away"])
    }

    /// The answer that an address has its old picture says nothing new of the bytes, which are still damaged.
    @Test func aDamagedPictureIsNotReportedAtEachAnswer() {
        let reports = PictureReports { [messages] in messages.add($0) }
        for _ in 0..<3 {
            reports.settle("http://host/a")
            reports.refuse("http://host/a", version: "1", "damaged")
        }
        #expect(messages.all == ["http://host/a: damaged"])
    }

    @Test func storedFilesHaveTheNamesOfTheirOrigins() {
        let parent = PictureReports { _ in }
        let reports = PictureReports(namesOf: parent) { [messages] in messages.add($0) }
        parent.name("/cache/picture-1", as: "https://host/a.png?key=secret")
        reports.name("/cache/music-1", as: "the cover of /music/a.flac")
        for path in ["/cache/picture-1", "/cache/music-1", "/cache/other"] { reports.refuse(path, "damaged") }
        #expect(messages.all == ["https://host/a.png?…: damaged", "the cover of /music/a.flac: damaged", "/cache/other: damaged"])
    }

    @Test func manyReportsTakeLimitedMemory() {
        let reports = PictureReports { [messages] in messages.add($0) }
        for index in 0..<5000 { reports.refuse("\(index)", "damaged") }
        // The newest are still known.
        for index in 4500..<5000 { reports.refuse("\(index)", "damaged") }
        #expect(messages.all.count == 5000)
    }

    @Test(arguments: [
        ("cover.jpg", "cover.jpg"), ("/music/a b/cover.jpg", "/music/a b/cover.jpg"), ("/a?b#c@d://x", "/a?b#c@d://x"),
        ("https://host/a.png", "https://host/a.png"), ("https://host:8080/a.png?token=s", "https://host:8080/a.png?…"),
        ("http://user:secret@host/a@b.png#s", "http://host/a@b.png"), ("http://user:p@ss@host", "http://host"),
        ("http://host?s", "http://host?…"),
        ("data:image/png;base64,QUJD", "a data: address"), ("DATA:,x", "a data: address"),
    ])
    func secretsOfAddressesAreNotShown(_ place: String, _ shown: String) {
        #expect(PictureFinding.shown(place) == shown)
    }
}
