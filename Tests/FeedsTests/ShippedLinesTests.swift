import Foundation
import SubdialExpressions
import SubdialKinds
import SubdialTestSupport
import SubdialTimeline
import Testing

/// The lines of the shipped kinds.
@Suite struct ShippedLinesTests {
    private static let folder = Repository.root.appending(path: "Templates")
    private static let kinds = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
        .filter { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/kind.yaml").path) }

    @Test func thereAreKinds() { #expect(Self.kinds.count > 10) }

    /// The line and the tooltip of a kind have no backslash, with the samples of its fields and without data.
    @Test(arguments: kinds) func noBackslashIsShown(_ name: String) throws {
        let file = Self.folder.appending(path: "\(name)/kind.yaml")
        let kind = try Kind(String(contentsOf: file, encoding: .utf8), name: name, file: file.path)
        #expect(kind.warnings.isEmpty)
        let date = Date(timeIntervalSince1970: 1_780_000_000)
        for entry in [kind.schema.placeholder(at: date), Entry(date: date, schema: kind.schema, freshness: .offline)] {
            for source in [kind.feed.text, kind.feed.tooltip].compactMap({ $0 }) {
                let text = try TextTemplate(source).text(in: EntryScope(entry, at: date))
                #expect(!text.contains("\\"), "\(text)")
            }
        }
    }
}
