import Foundation
import SubdialTestSupport
import SubdialTesting
import Testing

/// The messages of snapshots that cannot be compared.
@Suite(.snapshots(record: .never)) struct FailureMessageTests {
    private func entry() throws -> Entry { try Entry(contentsOf: "../../Fixtures/entries/playing.json") }

    private func expectMessage(_ message: String, _ body: () throws -> Void) rethrows {
        try withKnownIssue {
            try body()
        } matching: {
            $0.comments.map(\.rawValue).joined().hasPrefix(message)
        }
    }

    @Test func aMissingReference() throws {
        try expectMessage("absent: there is no reference; run the tests with SUBDIAL_SNAPSHOTS=changed to record it\n") {
            assertSnapshot(of: Widget(try entry()) { Text("x") }, as: .picture(.accessoryInline), named: "absent")
        }
    }

    /// The file has a text in place of a picture.
    @Test func aDamagedReference() throws {
        let file = Repository.root.appending(path: "Tests/SubdialTestingTests/__Snapshots__/FailureMessageTests/damaged.png").path
        let message =
            "damaged: the reference \(file) is no whole PNG (the png picture ends too early); run the tests with "
            + "SUBDIAL_SNAPSHOTS=changed to record it\n"
        try expectMessage(message) {
            assertSnapshot(of: Widget(try entry()) { Text("x") }, as: .picture(.accessoryInline), named: "damaged")
        }
    }

    @Test func missingArtwork() throws {
        let name = try #require(try entry().cover?.picture?.location)
        try expectMessage("artwork: \(name): there is no such picture; a placeholder stands in its place\n") {
            let widget = Widget(try entry(), artwork: "nowhere") { Image("artwork") }
            assertSnapshot(of: widget, as: .picture(.systemSmall), named: "artwork")
        }
    }

    @Test func missingGlyphs() throws {
        let message =
            "glyphs: no font has a glyph for U+10FFF0 of the text \"a\u{10FFF0}\"; boxes stand in their place; install a font that has them, or "
            + "add one to the suite's folder of fonts\n"
        try expectMessage(message) {
            assertSnapshot(of: Widget(try entry()) { Text("a\u{10FFF0}") }, as: .picture(.systemSmall), named: "glyphs")
        }
    }
}
