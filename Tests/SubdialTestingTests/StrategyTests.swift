import Foundation
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialTesting

private func entry(_ name: String) throws -> Entry { try Entry(contentsOf: "../../Fixtures/entries/\(name).json") }

/// Tests of each strategy.
@Suite struct StrategyTests {
    private struct TitleView: View {
        var body: some View {
            VStack(alignment: .leading, spacing: 2) {
                Text("So What").font(.headline).id("title")
                Text("Miles Davis").foregroundStyle(.secondary)
            }
        }
    }

    @Test func oneLevelAlone() {
        assertSnapshot(of: TitleView(), as: .tree(.accessoryRectangular))
        assertSnapshot(of: TitleView(), as: .layout(.accessoryRectangular))
        assertSnapshot(of: TitleView(), as: .picture(.accessoryRectangular))
    }

    @Test(arguments: [WidgetFamily.systemSmall, .accessoryRectangular], [ColorScheme.dark, .light])
    func argumentsThatAreTheLookStandInNamesOnce(_ family: WidgetFamily, _ colorScheme: ColorScheme) {
        assertSnapshot(of: TitleView(), as: .layout(family, colorScheme))
    }

    @Test func severalLooks() throws {
        assertSnapshots(
            of: TemplateWidget(try entry("playing"), kind: "now-playing", artwork: "../../Fixtures/entries"),
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
        try withTemplate("body: { Text: '{{ title }}', id: title }\n") { path throws in
            assertInlineSnapshot(of: TemplateWidget(try entry("playing"), template: path), as: .tree(.accessoryInline)) {
                """
                tree: 2
                body:
                  - Text "So What" font=body primary #title { padding: 0 0 0 0 }
                """
            }
        }
        assertInlineSnapshot(of: TitleView(), as: .layout(.accessoryRectangular).mask("title")) {
            """
            padding (35.67 14.67 88.67 42.67)
              VStack (35.67 14.67 88.67 42.67)
                Text #title
                Text (35.67 37.00 88.67 20.33) "Miles Davis"
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
