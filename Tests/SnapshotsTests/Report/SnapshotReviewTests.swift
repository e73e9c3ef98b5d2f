import Foundation
import SubdialDrawing
import SubdialTestSupport
import Testing

@testable import SubdialSnapshots

/// The decisions about the snapshots of a run of Swift tests, whose references are beside the tests.
@Suite struct SnapshotReviewTests {
    private static func font(_ style: String, _ digit: String) -> FontRecord {
        FontRecord(family: "Inter", style: style, file: "Inter.otf", version: digit, sha256: String(repeating: digit, count: 64))
    }

    /// A package with a test and its references, and the report of a run that came from elsewhere.
    private struct Place {
        let folder: TemporaryFolder
        var package: String { folder.path("package") }
        var references: String { folder.path("package/Tests/__Snapshots__") }

        /// - Parameter change: Edits the failed snapshot.
        init(_ change: (inout SnapshotCase, TemporaryFolder) -> Void = { _, _ in }) throws {
            folder = try TemporaryFolder()
            for part in ["package/Tests", "Module/actual/File"] {
                try FileManager.default.createDirectory(atPath: folder.path(part), withIntermediateDirectories: true)
            }
            for file in ["package/Tests/File.swift", "Other.swift"] { try Data().write(to: URL(filePath: folder.path(file))) }
            try FontManifest([font("Regular", "1"), font("Bold", "1")]).write(folder: references)
            var failed = SnapshotCase(id: "Module/File/name", status: .missing, actual: "Module/actual/File/name.png")
            failed.drawnLevels = [.picture]
            failed.reference = ReferencePlace(folder: references, id: "File/name")
            change(&failed, folder)
            let report = SnapshotReport(suite: "Swift tests", platform: "linux", date: "", duration: 0, cases: [failed])
            let record = RunRecord(suite: "", references: "", platforms: ["linux"], isUnfiltered: false, fonts: [font("Regular", "2")])
            try RunFolder(path: folder.path).write(report, record)
            try Data(PNG.encode(Bitmap(width: 2, height: 2, color: .black)))
                .write(to: URL(filePath: folder.path("Module/actual/File/name.png")))
        }

        func review() throws -> (SnapshotReview, ReviewedReferences) {
            let review = try SnapshotReview(RunFolder(path: folder.path))
            return (review, ReviewedReferences(ofTestsIn: package, review.record, platform: nil))
        }
    }

    /// A failed snapshot of a Swift test, whose references are elsewhere: the fonts of others remain in the list there.
    @Test func acceptingRecordsTheFontsBesideTheReference() throws {
        let place = try Place()
        var (review, references) = try place.review()
        try review.accept(["Module/File/name"], in: references)
        #expect(FileManager.default.fileExists(atPath: "\(place.references)/File/name.png"))
        #expect(try FontManifest.recorded(folder: place.references)?.fonts == [Self.font("Bold", "1"), Self.font("Regular", "2")])
        #expect(review.pending.isEmpty)
    }

    /// The references of tests are beside the file of the test, in the package; a report cannot name other folders.
    @Test(arguments: ["outside", "up", "elsewhere", "link", "no test", "no snapshots", "no levels", "other id"])
    func referencesAreBesideTheirTest(_ fault: String) throws {
        let place = try Place { failed, folder in
            let tests = folder.path("package/Tests")
            switch fault {
            case "outside": failed.reference?.folder = "\(folder.path)/__Snapshots__"
            case "up": failed.reference?.folder = "\(tests)/../../__Snapshots__"
            case "elsewhere": failed.reference?.folder = "/nowhere/__Snapshots__"
            case "link":
                let link = folder.path("package/Link")
                _ = try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
                failed.reference?.folder = "\(link)/__Snapshots__"
            case "no test": try? FileManager.default.removeItem(atPath: "\(tests)/File.swift")
            case "no snapshots": failed.reference?.folder = tests
            case "no levels": failed.drawnLevels = nil
            default:
                (failed.id, failed.actual) = ("Module/Other/name", "Module/actual/Other/name.png")
                failed.reference?.id = "Other/name"
            }
        }
        let (review, references) = try place.review()
        let id = try #require(review.pending.first?.id)
        let before = try FileManager.default.subpathsOfDirectory(atPath: place.folder.path).sorted()
        var changed = review
        let error = #expect(throws: SnapshotError.self) { try changed.accept([id], in: references) }
        #expect(error?.description.contains(id) == true, "\(error?.description ?? "")")
        #expect(try FileManager.default.subpathsOfDirectory(atPath: place.folder.path).sorted() == before)
    }

    /// An empty output folder is cleared of what a run has made there, and of nothing that a report only names.
    @Test func clearingRemovesTheFilesOfARun() throws {
        let place = try Place()
        for file in ["package/actual/mine.png", "Module/mine.png", "mine.png"] {
            let path = place.folder.path(file)
            try FileManager.default.createDirectory(
                atPath: URL(filePath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(filePath: path))
        }
        try RunFolder(path: place.folder.path).clear()
        for file in ["package/actual/mine.png", "Module/mine.png", "mine.png", "package/Tests/File.swift"] {
            #expect(FileManager.default.fileExists(atPath: place.folder.path(file)), "\(file)")
        }
        for file in ["Module/actual", "report.json", "run.json", "index.html"] {
            #expect(!FileManager.default.fileExists(atPath: place.folder.path(file)), "\(file)")
        }
    }
}
