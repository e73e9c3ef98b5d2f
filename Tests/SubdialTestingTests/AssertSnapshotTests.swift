import Foundation
import SubdialTestSupport
import SubdialTesting
import Testing
import XCTest

private func entry(_ name: String) throws -> Entry { try Entry(contentsOf: "../../Fixtures/entries/\(name).json") }
private let artwork = Repository.fixtureURL("entries").path

@Suite struct AssertSnapshotTests {
    @Test(arguments: ["playing", "paused", "cjk"])
    func aTemplateLooksAsItDid(_ name: String) throws {
        assertSnapshot(
            of: Widget(try entry(name), template: "../../Templates/now-playing/systemSmall.yaml", artwork: artwork),
            as: .widget(.systemSmall), named: "small-\(name)")
    }

    @Test func aViewWrittenInSwiftLooksAsItDid() throws {
        let widget = Widget(try entry("playing"), background: "#20304A", artwork: artwork) {
            HStack(spacing: 12) {
                Image("artwork").frame(width: 72, height: 72).cornerRadius(8)
                VStack(alignment: .leading, spacing: 2) {
                    Text("{{ title }}").font(.headline).foreground("#FFFFFF").id("title")
                    Text("{{ artist }}").font(.subheadline).foreground("#FFFFFFB0")
                    for word in ["one", "two"] { Text(word).font(.caption).foreground("#FFFFFF80") }
                    Progress().foreground("#FFCC00")
                }
            }.padding(16)
        }
        assertSnapshot(of: widget, as: .widget(.systemMedium))
    }

    @Test func aDifferenceFailsAndTellsTheNode() throws {
        try withKnownIssue {
            let widget = Widget(try entry("paused"), background: "#20304A") {
                VStack { Text(Self.isRecording ? "As it was" : "As it is, a little wider").id("line") }
            }
            assertSnapshot(of: widget, as: .widget(.systemMedium), named: "view-that-differs")
        } when: {
            !Self.isRecording
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains("`line`") && said.contains("wider") && said.contains("instead of")
        }
    }

    @Test(.snapshots(record: .never)) func aMissingReferenceFails() throws {
        try withKnownIssue {
            assertSnapshot(of: Widget(try entry("paused")) { Text("x") }, as: .widget(.systemSmall), named: "never-recorded")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no reference")
        }
    }

    @Test func aViewThatIsNoneFails() throws {
        try withKnownIssue {
            let widget = Widget(try entry("paused")) { Text("{{ title }}").modifier("fnt", "headline") }
            assertSnapshot(of: widget, as: .widget(.systemSmall), named: "broken")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("fnt")
        }
    }

    /// Two assertions in one test, and the arguments of a test, have separate references.
    @Test(arguments: ["a", "b/c"]) func namesAreCompleteAndOnesOwn(_ word: String) throws {
        assertSnapshot(of: Widget(try entry("paused")) { Text("first \(word)") }, as: .widget(.accessoryInline))
        assertSnapshot(of: Widget(try entry("paused")) { Text("second \(word)") }, as: .widget(.accessoryInline))
    }

    /// The iterations of a loop would share a reference, and the last one would win.
    @Test func aLoopHasToNameItsTurns() throws {
        try withKnownIssue {
            for word in ["one", "two"] {
                assertSnapshot(of: Widget(try entry("paused")) { Text(word) }, as: .widget(.accessoryInline), named: "loop")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("is called 'loop' too, and shows something else; name them apart by 'named:'")
        }
    }

    @Test(arguments: ["../../outside", "/root", "", "a//b", "a@linux", "a/../b"])
    func aNameStaysInItsFolder(_ name: String) throws {
        try withKnownIssue {
            assertSnapshot(of: Widget(try entry("paused")) { Text("x") }, as: .widget(.accessoryInline), named: name)
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("names no snapshot")
        }
    }

    @Test func aMaskOfNothingFails() throws {
        try withKnownIssue {
            let widget = Widget(try entry("paused")) { Text("x").id("title") }
            assertSnapshot(of: widget, as: .widget(.accessoryInline).mask("titel"), named: "mask")
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no node 'titel' to mask; did you mean 'title'?")
        }
    }

    private static var isRecording: Bool { ProcessInfo.processInfo.environment["SUBDIAL_SNAPSHOTS"] == "changed" }
}

final class AssertSnapshotXCTests: XCTestCase {
    func testATemplateLooksAsItDid() throws {
        assertSnapshot(
            of: Widget(try entry("playing"), template: "../../Templates/now-playing/accessoryCircular.yaml", artwork: artwork),
            as: .widget(.accessoryCircular), named: "circular-playing")
    }
}
