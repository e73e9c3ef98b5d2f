// The code of Documentation/swift-widgets.md, which another test compares with this file.
// There the modules have Apple's names, by aliases of the compiler.

import Foundation
import SubdialSwiftUI
import SubdialTesting
import SubdialWidgetKit
import Testing

struct SongEntry: TimelineEntry {
    let date: Date
    let title: String
    let artist: String
}

struct SongProvider: TimelineProvider {
    func placeholder(in context: Context) -> SongEntry { SongEntry(date: .now, title: "Title", artist: "Artist") }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (SongEntry) -> Void) {
        completion(placeholder(in: context))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<SongEntry>) -> Void) {
        let now = Date()
        let entries = [
            SongEntry(date: now, title: "So What", artist: "Miles Davis"),
            SongEntry(date: now.addingTimeInterval(545), title: "Naima", artist: "John Coltrane"),
        ]
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct SongView: View {
    let entry: SongEntry

    var body: some View {
        VStack(alignment: .leading) {
            Text(entry.title).font(.headline).id("title")
            Text(entry.artist).font(.subheadline).foregroundStyle(.secondary)
        }
        .containerBackground(.background, for: .widget)
    }
}

struct SongWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Song", provider: SongProvider()) { SongView(entry: $0) }
            .supportedFamilies([.systemSmall, .systemMedium])
    }
}

@Suite struct CardTests {
    let entry = SongEntry(date: Date(timeIntervalSince1970: 1_767_260_460), title: "So What", artist: "Miles Davis")

    @Test func view() {
        assertSnapshot(of: SongView(entry: entry), as: .widget(.systemSmall, .light, device: .iphone15))
    }

    @Test func widget() {
        assertSnapshot(of: SongWidget(), entry: entry, as: .widget(.systemMedium))
    }
}

@Suite struct MoreDocumentedTests {
    private let entry = SongEntry(date: Date(timeIntervalSince1970: 1_767_260_460), title: "So What", artist: "Miles Davis")

    @Test func provider() {
        assertSnapshot(of: SongWidget(), as: .widget(.systemSmall).after(seconds: 600))
        assertSnapshot(of: SongWidget(), as: .widget(.systemSmall).showing(.placeholder))
        assertInlineSnapshot(of: SongWidget(), as: .timeline(.systemSmall)) {
            """
            begins: now
            +0s
              next change: +9min 5s
              artist: "Miles Davis"
              kind: "Song"
              title: "So What"
            +9min 5s
              next change: never
              artist: "John Coltrane"
              title: "Naima"
            reload: +9min 5s
            """
        }
    }

    @Test func template() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        assertSnapshot(of: TemplateWidget(entry, template: "card/systemSmall.yaml"), as: .widget(.systemSmall, .dark, device: .iphone15))
    }

    @Test func bar() throws {
        let entry = try Entry(contentsOf: "entries/playing.json")
        assertSnapshot(of: entry, as: .line(.waybar, text: "{{ artist }} – {{ title }}"))
    }

    @Test(arguments: [WidgetFamily.systemSmall, .systemMedium], [ColorScheme.dark, .light])
    func everyLook(_ family: WidgetFamily, _ colorScheme: ColorScheme) {
        assertSnapshots(
            of: SongWidget(), entry: entry,
            as: [
                .widget(family, colorScheme),
                .widget(family, colorScheme).typeSize(.accessibility3),
                .widget(family, colorScheme).language("ar"),
            ])
    }

    @Test func inline() {
        assertInlineSnapshot(of: Text("So What").font(.headline), as: .tree(.systemSmall)) {
            """
            tree: 2
            background: background
            body:
              - Text "So What" font=headline primary { padding: 16 16 16 16 }
            """
        }
    }

    @Test(.snapshots(templates: "Templates", in: .module)) func bundledTemplates() throws {
        let widget = TemplateWidget(try Entry(contentsOf: "entries/playing.json"), kind: "now-playing")
        assertInlineSnapshot(of: widget, as: .tree(.accessoryInline)) {
            """
            tree: 2
            body:
              - Text "♪ So What" font=body primary #title { padding: 0 0 0 0 }
            """
        }
    }
}
