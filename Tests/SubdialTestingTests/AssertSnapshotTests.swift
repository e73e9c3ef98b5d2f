import Foundation
import SubdialSwiftUI
import SubdialTestSupport
import SubdialTesting
import Testing
import XCTest

private func entry(_ name: String) throws -> Entry { try Entry(contentsOf: "../../Fixtures/entries/\(name).json") }
private let artwork = Repository.fixtureURL("entries").path

/// A view with an environment, a stack and a loop.
private struct CardView: View {
    @Environment(\.widgetFamily) private var family

    var body: some View {
        HStack(spacing: 12) {
            RoundedRectangle(cornerRadius: 8).fill(.orange.gradient).frame(width: 72, height: 72)
            VStack(alignment: .leading, spacing: 2) {
                Text("So What").font(.headline).foregroundStyle(.white).id("title")
                Text(family.description).font(.subheadline).foregroundStyle(.white.opacity(0.7))
                ForEach(["one", "two"], id: \.self) { Text($0).font(.caption).foregroundStyle(.white.opacity(0.5)) }
                ProgressView(value: 0.4).tint(.yellow)
            }
        }
        .padding(16)
        .containerBackground(.blue, for: .widget)
    }
}

@Suite struct AssertSnapshotTests {
    @Test(arguments: ["playing", "paused", "cjk"])
    func aTemplateLooksAsItDid(_ name: String) throws {
        assertSnapshot(
            of: TemplateWidget(try entry(name), template: "../../Templates/now-playing/systemSmall.yaml", artwork: artwork),
            as: .widget(.systemSmall), named: "small-\(name)")
    }

    @Test func aViewWrittenInSwiftLooksAsItDid() {
        assertSnapshot(of: CardView(), as: .widget(.systemMedium))
    }

    @Test func aDifferenceFailsAndTellsTheNode() {
        withKnownIssue {
            let text = Self.isRecording ? "As it was" : "As it is, a little wider"
            assertSnapshot(of: VStack { Text(text).id("line") }, as: .widget(.systemMedium), named: "view-that-differs")
        } when: {
            !Self.isRecording
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains("`line`") && said.contains("wider") && said.contains("instead of")
        }
    }

    @Test(.snapshots(record: .never)) func aMissingReferenceFails() {
        withKnownIssue {
            assertSnapshot(of: Text("x"), as: .widget(.systemSmall), named: "never-recorded")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no reference")
        }
    }

    @Test func aTemplateWithAMistakeFails() throws {
        try withKnownIssue {
            try withTemplate("body: { Text: '{{ title }}', fnt: headline }\n") { path throws in
                assertSnapshot(of: TemplateWidget(try entry("paused"), template: path), as: .widget(.systemSmall), named: "broken")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("fnt")
        }
    }

    /// Two assertions in one test, and the arguments of a test, have separate references.
    @Test(arguments: ["a", "b/c"]) func namesAreCompleteAndOnesOwn(_ word: String) {
        assertSnapshot(of: Text("first \(word)"), as: .widget(.accessoryInline))
        assertSnapshot(of: Text("second \(word)"), as: .widget(.accessoryInline))
    }

    /// The iterations of a loop would share a reference, and the last one would win.
    @Test func aLoopHasToNameItsTurns() {
        withKnownIssue {
            for word in ["one", "two"] {
                assertSnapshot(of: Text(word), as: .widget(.accessoryInline), named: "loop")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("is called 'loop' too, and shows something else; name them apart by 'named:'")
        }
    }

    @Test(arguments: ["../../outside", "/root", "", "a//b", "a@linux", "a/../b"])
    func aNameStaysInItsFolder(_ name: String) {
        withKnownIssue {
            assertSnapshot(of: Text("x"), as: .widget(.accessoryInline), named: name)
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("names no snapshot")
        }
    }

    @Test func aMaskOfNothingFails() {
        withKnownIssue {
            assertSnapshot(of: Text("x").id("title"), as: .widget(.accessoryInline).mask("titel"), named: "mask")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no node 'titel' to mask; did you mean 'title'?")
        }
    }

    private static var isRecording: Bool { ProcessInfo.processInfo.environment["SUBDIAL_SNAPSHOTS"] == "changed" }
}

/// Calls `body` with the path of a template.
func withTemplate(_ text: String, _ body: (String) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "template-\(UUID().uuidString).yaml")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
}

final class AssertSnapshotXCTests: XCTestCase {
    func testATemplateLooksAsItDid() throws {
        assertSnapshot(
            of: TemplateWidget(try entry("playing"), template: "../../Templates/now-playing/accessoryCircular.yaml", artwork: artwork),
            as: .widget(.accessoryCircular), named: "circular-playing")
    }
}
