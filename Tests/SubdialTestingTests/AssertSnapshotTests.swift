import Foundation
import NowPlaying
import Playback
import Snapshots
import SubdialTesting
import TestSupport
import Testing
import Timeline
import Widgets
import XCTest

private func entry(_ name: String) throws -> Entry { try Entry(parsing: Repository.fixture("entries/\(name).json")) }
private let artwork = Repository.fixtureURL("entries").path

@Suite struct AssertSnapshotTests {
    @Test(arguments: ["playing", "paused", "cjk"])
    func aTemplateLooksAsItDid(_ name: String) throws {
        assertSnapshot(
            of: try entry(name), template: "../../Templates/now-playing/systemSmall.yaml", family: .systemSmall, named: "small-\(name)",
            artwork: artwork)
    }

    @Test func aViewWrittenInSwiftLooksAsItDid() throws {
        assertSnapshot(of: try entry("playing"), family: .systemMedium, background: "#20304A", artwork: artwork) {
            HStack(spacing: 12) {
                Image("artwork").frame(width: 72, height: 72).cornerRadius(8)
                VStack(alignment: "leading", spacing: 2) {
                    Text("{{ title }}").font("headline").foreground("#FFFFFF").id("title")
                    Text("{{ artist }}").font("subheadline").foreground("#FFFFFFB0")
                    for word in ["one", "two"] { Text(word).font("caption").foreground("#FFFFFF80") }
                    Progress().foreground("#FFCC00")
                }
            }.padding(16)
        }
    }

    @Test func aDifferenceFailsAndTellsTheNode() throws {
        try withKnownIssue {
            assertSnapshot(of: try entry("paused"), family: .systemMedium, background: "#20304A", named: "view-that-differs") {
                VStack { Text(Self.isRecording ? "As it was" : "As it is, a little wider").id("line") }
            }
        } when: {
            !Self.isRecording
        } matching: { issue in
            let said = issue.comments.map(\.rawValue).joined()
            return said.contains("`line`") && said.contains("wider") && said.contains("instead of")
        }
    }

    @Test(.snapshots(record: .never)) func aMissingReferenceFails() throws {
        try withKnownIssue {
            assertSnapshot(of: try entry("paused"), family: .systemSmall, named: "never-recorded") { Text("x") }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no reference")
        }
    }

    @Test func aViewThatIsNoneFails() throws {
        try withKnownIssue {
            assertSnapshot(of: try entry("paused"), family: .systemSmall, named: "broken") {
                Text("{{ title").modifier("fnt", "headline")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("fnt")
        }
    }

    /// Two in one test, and a test with arguments, have references of their own.
    @Test(arguments: ["a", "b/c"]) func namesAreCompleteAndOnesOwn(_ word: String) throws {
        assertSnapshot(of: try entry("paused"), family: .accessoryInline) { Text("first \(word)") }
        assertSnapshot(of: try entry("paused"), family: .accessoryInline) { Text("second \(word)") }
    }

    /// The turns of a loop would share a reference, and the last one would win.
    @Test func aLoopHasToNameItsTurns() throws {
        try withKnownIssue {
            for word in ["one", "two"] {
                assertSnapshot(of: try entry("paused"), family: .accessoryInline, named: "loop") { Text(word) }
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("is called 'loop' too, and shows something else; name them apart by 'named:'")
        }
    }

    @Test(arguments: ["../../outside", "/root", "", "a//b", "a@linux", "a/../b"])
    func aNameStaysInItsFolder(_ name: String) throws {
        try withKnownIssue {
            assertSnapshot(of: try entry("paused"), family: .accessoryInline, named: name) { Text("x") }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("names no snapshot")
        }
    }

    @Test func aMaskOfNothingFails() throws {
        try withKnownIssue {
            assertSnapshot(of: try entry("paused"), family: .accessoryInline, named: "mask", masks: [.node("titel")]) {
                Text("x").id("title")
            }
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("there is no node 'titel' to mask; did you mean 'title'?")
        }
    }

    private static var isRecording: Bool { ProcessInfo.processInfo.environment["SUBDIAL_SNAPSHOTS"] == "changed" }
}

final class AssertSnapshotXCTests: XCTestCase {
    func testATemplateLooksAsItDid() throws {
        assertSnapshot(
            of: try entry("playing"), template: "../../Templates/now-playing/accessoryCircular.yaml", family: .accessoryCircular,
            named: "circular-playing", artwork: artwork)
    }
}
