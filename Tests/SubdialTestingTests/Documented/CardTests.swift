// The code of the README and of Documentation/snapshots-swift.md, which another test compares with this file.

import SubdialTesting
import Testing

@Suite struct CardTests {
    @Test func template() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        assertSnapshot(of: Widget(entry, template: "card/systemSmall.yaml"), as: .widget(.systemSmall, .dark, device: .iphone15))
    }

    @Test func views() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        let widget = Widget(entry, background: "#20304A") {
            HStack(spacing: 12) {
                Image("artwork").frame(width: 72, height: 72).cornerRadius(8)
                VStack(alignment: .leading) {
                    Text("{{ title }}").font(.headline).id("title")
                    Text("{{ artist }}").font(.subheadline).foreground(.secondary)
                }
            }
            .padding(16)
        }
        assertSnapshot(of: widget, as: .widget(.systemMedium))
    }
}

@Suite struct MoreDocumentedTests {
    @Test func bar() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        assertSnapshot(of: entry, as: .line(.waybar, text: "{{ artist }} – {{ title }}"))
    }

    @Test(arguments: [WidgetFamily.systemSmall, .systemMedium], [Appearance.dark, .light])
    func everyLook(_ family: WidgetFamily, _ appearance: Appearance) throws {
        let widget = Widget(try Entry(contentsOf: "entries/playing.json"), kind: "now-playing", artwork: "entries")
        assertSnapshots(
            of: widget,
            as: [
                .widget(family, appearance),
                .widget(family, appearance).typeSize(.accessibility3),
                .widget(family, appearance).language("ar"),
            ])
    }

    @Test func inline() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        assertInlineSnapshot(of: entry, as: .line(.plain, text: "{{ artist }} – {{ title }}")) {
            """
            Miles Davis – So What
            """
        }
    }

    @Test(.snapshots(templates: "Templates", in: .module)) func bundledTemplates() throws {
        let widget = Widget(try Entry(contentsOf: "entries/playing.json"), kind: "now-playing")
        assertInlineSnapshot(of: widget, as: .tree(.accessoryInline)) {
            """
            tree: 2
            body:
              - Text "♪ So What" font=body primary #title { padding: 0 0 0 0 }
            """
        }
    }

    @Test func card() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        let widget = Widget(entry, background: "#20304A") {
            Text("{{ title }}").font(.headline)
            Text("{{ artist }}").foreground(.secondary)
        }
        assertSnapshot(of: widget, as: .widget(.systemSmall, .dark, device: .iphone15))
    }
}
