import Foundation
import Testing

@testable import SubdialTesting

private func entry(_ name: String) throws -> Entry { try Entry(contentsOf: "../../Fixtures/entries/\(name).json") }

/// Tests of each strategy.
@Suite struct StrategyTests {
    private func widget() throws -> Widget {
        Widget(try entry("playing"), artwork: "../../Fixtures/entries") {
            VStack(alignment: .leading, spacing: 2) {
                Text("{{ title }}").font(.headline).id("title")
                Text("{{ artist }}").foreground(.secondary)
            }
        }
    }

    @Test func oneLevelAlone() throws {
        assertSnapshot(of: try widget(), as: .tree(.accessoryRectangular))
        assertSnapshot(of: try widget(), as: .layout(.accessoryRectangular))
        assertSnapshot(of: try widget(), as: .picture(.accessoryRectangular))
    }

    @Test(arguments: [WidgetFamily.systemSmall, .accessoryRectangular], [Appearance.dark, .light])
    func argumentsThatAreTheLookStandInNamesOnce(_ family: WidgetFamily, _ appearance: Appearance) throws {
        assertSnapshot(of: try widget(), as: .layout(family, appearance))
    }

    @Test func severalLooks() throws {
        assertSnapshots(
            of: Widget(try entry("playing"), kind: "now-playing", artwork: "../../Fixtures/entries"),
            as: [
                .picture(.systemSmall, .light, device: .iphone15).typeSize(.accessibility1),
                .picture(.systemSmall).mode(.accented).tint("#FF9500"),
                .picture(.systemSmall).language("de").direction(.rightToLeft),
                .picture(.systemSmall).placement(.standBy).night(),
                .picture(.systemSmall).redacted(.placeholder),
                .picture(.systemSmall).theme("studio").after(seconds: 60).scale(1),
                .picture(.accessoryRectangular, device: .watch45mm).reducedLuminance(),
                .picture(.panel, device: .trmnlOg).panel(),
            ])
    }

    @Test func lines() throws {
        assertSnapshot(of: try entry("playing"), as: .line(.waybar, text: "{{ artist }} – {{ title }}"))
        assertSnapshot(of: try entry("playing"), as: .line(.tmux, width: 12, moments: [0, 90]))
    }

    @Test func timeline() throws {
        var paused = try entry("paused")
        paused.date.addTimeInterval(90)
        assertSnapshot(of: [try entry("playing"), paused], as: .timeline)
    }

    @Test func inlineTexts() throws {
        assertInlineSnapshot(of: try entry("playing"), as: .line(.plain, text: "{{ artist }} – {{ title }}")) {
            """
            Miles Davis – So What
            """
        }
        assertInlineSnapshot(of: Widget(try entry("playing")) { Text("{{ title }}").id("title") }, as: .tree(.accessoryInline)) {
            """
            body:
              - VStack center { padding: 0 0 0 0 }
                - Text "So What" font=body primary #title
            """
        }
        assertInlineSnapshot(of: try widget(), as: .layout(.accessoryRectangular).mask("title")) {
            """
            padding (35.67 13.00 88.67 46.00)
              VStack (35.67 13.00 88.67 46.00)
                VStack (35.67 13.00 88.67 46.00)
                  Text #title
                  Text (35.67 37.00 88.67 22.00) "Miles Davis"

            """
        }
    }

    @Test func anInlineTextThatDiffersSaysWhat() throws {
        let entry = try entry("playing")
        let line = #line + 2
        withKnownIssue {
            assertInlineSnapshot(of: entry, as: .line(.waybar, text: "{{ title }}"), record: .never) {
                #"{"text":"Another","tooltip":"x"}"#
            }
        } matching: {
            let said = $0.comments.map(\.rawValue).joined()
            return said.contains("`text` is") && said.contains("it is now:")
        }
        TestReport.shared.write()
        let told = try #require(
            try TestReport.shared.folder.report().cases.first { $0.id.contains("StrategyTests/anInlineTextThatDiffersSaysWhat") })
        #expect(told.status == .failed && told.message.hasPrefix("the line differs") && told.nodeChanges.contains { $0.contains("`text`") })
        #expect(told.source?.hasSuffix("StrategyTests.swift") == true && told.line == line)
    }

    @Test func oneThatIsMadeOfAnother() throws {
        let strategy = SnapshotStrategy<Entry, String>.line(.plain, text: "{{ title }}").pullback { (name: String) in try entry(name) }
        assertSnapshot(of: "playing", as: strategy)
        withKnownIssue {
            assertSnapshot(of: "no-such-entry", as: strategy)
        } matching: {
            $0.comments.map(\.rawValue).joined().contains("no-such-entry.json: there is no such entry file")
        }
    }
}
