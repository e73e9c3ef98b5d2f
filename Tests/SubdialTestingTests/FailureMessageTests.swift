import Foundation
import SubdialSwiftUI
import SubdialTestSupport
import SubdialTesting
import Testing

/// The messages of snapshots that cannot be compared.
@Suite(.snapshots(record: .never)) struct FailureMessageTests {
    private func expectMessage(_ message: String, _ body: () throws -> Void) rethrows {
        try withKnownIssue {
            try body()
        } matching: {
            $0.comments.map(\.rawValue).joined().hasPrefix(message)
        }
    }

    @Test func aMissingReference() {
        expectMessage("absent: there is no reference; run the tests with SUBDIAL_SNAPSHOTS=changed to record it\n") {
            assertSnapshot(of: Text("x"), as: .picture(.accessoryInline), named: "absent")
        }
    }

    /// The file has a text in place of a picture.
    @Test func aDamagedReference() {
        let file = Repository.root.appending(path: "Tests/SubdialTestingTests/__Snapshots__/FailureMessageTests/damaged.png").path
        let message =
            "damaged: the reference \(file) is no whole PNG (the png picture ends too early); run the tests with "
            + "SUBDIAL_SNAPSHOTS=changed to record it\n"
        expectMessage(message) {
            assertSnapshot(of: Text("x"), as: .picture(.accessoryInline), named: "damaged")
        }
    }

    @Test func missingArtwork() throws {
        let entry = try Entry(contentsOf: "../../Fixtures/entries/playing.json")
        let name = try #require(entry.cover?.picture?.location)
        try withTemplate("body: { Image: artwork }\n") { path in
            expectMessage("artwork: \(name): there is no such picture; a placeholder stands in its place\n") {
                assertSnapshot(of: TemplateWidget(entry, template: path, artwork: "nowhere"), as: .picture(.systemSmall), named: "artwork")
            }
        }
    }

    @Test func missingGlyphs() {
        let message =
            "glyphs: no font has a glyph for U+10FFF0 of the text \"a\u{10FFF0}\"; boxes stand in their place; install a font that has them, or "
            + "add one to the suite's folder of fonts\n"
        expectMessage(message) {
            assertSnapshot(of: Text("a\u{10FFF0}"), as: .picture(.systemSmall), named: "glyphs")
        }
    }
}
