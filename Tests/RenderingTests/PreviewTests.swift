import Foundation
import SubdialActivityKit
import SubdialAppIntents
import SubdialIntents
import SubdialShippedTemplates
import SubdialSwiftUI
import SubdialWidgetKit
import Testing

@testable import SubdialRendering
@testable import SubdialWidgets

private struct Sample: TimelineEntry {
    let date: Date
    var count = 0
}

private struct Samples: TimelineProvider {
    func placeholder(in context: Context) -> Sample { Sample(date: .now) }
    func getSnapshot(in context: Context, completion: @escaping @Sendable (Sample) -> Void) { completion(Sample(date: .now)) }
    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<Sample>) -> Void) {
        completion(Timeline(entries: [Sample(date: .now, count: 8), Sample(date: .now + 60, count: 9)], policy: .never))
    }
}

private struct SampleWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Sample", provider: Samples()) { entry in
            VStack {
                Text(verbatim: "\(entry.count)")
                Text(verbatim: "\(Date().timeIntervalSince(entry.date))")
            }
            .containerBackground(.background, for: .widget)
        }
    }
}

#Preview("Named", traits: .fixedLayout(width: 90, height: 40)) { Text(verbatim: "named") }

// A comment with #Preview in it.
#Preview {
    @Previewable @State var count = 3
    let text = "count \(count) in \"quotes\""
    Text(verbatim: text)
}

#Preview("Entries", as: .systemSmall) {
    SampleWidget()
} timeline: {
    Sample(date: .now, count: 1)
    Sample(date: .now + 3600, count: 2)
}

#Preview("Provided", as: .accessoryRectangular, widget: { SampleWidget() }, timelineProvider: { Samples() })

private struct Settings: WidgetConfigurationIntent {
    static let title: LocalizedStringResource = "Settings"
    @Parameter(title: "Count", default: 4) var count: Int
}

private struct ConfiguredSamples: AppIntentTimelineProvider {
    func placeholder(in context: Context) -> Sample { Sample(date: .now) }
    func snapshot(for configuration: Settings, in context: Context) async -> Sample { Sample(date: .now) }
    func timeline(for configuration: Settings, in context: Context) async -> Timeline<Sample> {
        Timeline(entries: [Sample(date: .now, count: configuration.count)], policy: .never)
    }
}

private struct ConfiguredWidget: Widget {
    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: "Configured", intent: Settings.self, provider: ConfiguredSamples()) { Text(verbatim: "\($0.count)") }
    }
}

private func settings(_ count: Int) -> Settings {
    let settings = Settings()
    settings.count = count
    return settings
}

#Preview("Configured", as: .systemMedium, using: settings(7)) {
    ConfiguredWidget()
} timelineProvider: {
    ConfiguredSamples()
}

#Preview("Default", as: .systemMedium, using: Settings(), widget: { ConfiguredWidget() }, timelineProvider: { ConfiguredSamples() })

private class OlderSettings: INIntent { var count = 5 }

private struct OlderSamples: IntentTimelineProvider {
    func placeholder(in context: Context) -> Sample { Sample(date: .now) }
    func getSnapshot(for configuration: OlderSettings, in context: Context, completion: @escaping @Sendable (Sample) -> Void) {
        completion(Sample(date: .now))
    }
    func getTimeline(for configuration: OlderSettings, in context: Context, completion: @escaping @Sendable (Timeline<Sample>) -> Void) {
        completion(Timeline(entries: [Sample(date: .now, count: configuration.count)], policy: .never))
    }
}

private struct OlderWidget: Widget {
    var body: some WidgetConfiguration {
        IntentConfiguration(kind: "Older", intent: OlderSettings.self, provider: OlderSamples()) { Text(verbatim: "\($0.count)") }
    }
}

#Preview("Older", as: .systemLarge, using: OlderSettings()) {
    OlderWidget()
} timelineProvider: {
    OlderSamples()
}

#Preview("Named") { Text(verbatim: "again") }

#Preview("a/b@c") { Text(verbatim: "odd") }

#Preview(traits: .modifier(Wrapped())) { Text(verbatim: "inside") }

private struct Wrapped: PreviewModifier {
    static func makeSharedContext() async throws -> String { "outside" }

    func body(content: Content, context: String) -> some View {
        VStack {
            Text(verbatim: context)
            content
        }
    }
}

private struct Card_Previews: PreviewProvider {
    static var previews: some View {
        Group {
            Text(verbatim: "one").previewDisplayName("First")
            ForEach([WidgetFamily.systemSmall, .accessoryCircular], id: \.self) { family in
                Text(verbatim: "two").previewContext(WidgetPreviewContext(family: family))
            }
            Text(verbatim: "three")
        }
        .previewDevice("iPhone 15 Pro Max")
        .previewLayout(.fixed(width: 50, height: 20))
    }
}

private struct Race: ActivityAttributes {
    struct ContentState: Codable, Hashable { var lap = 0 }
    var name = "Spa"
}

private struct RaceActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: Race.self) { context in
            Text(verbatim: "\(context.attributes.name) \(context.state.lap)")
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.bottom) { Text(verbatim: "bottom") }
            } compactLeading: {
                Text(verbatim: "L")
            } compactTrailing: {
                Text(verbatim: "T")
            } minimal: {
                Text(verbatim: "M\(context.state.lap)")
            }
        }
    }
}

#Preview("Laps", as: .content, using: Race()) {
    RaceActivity()
} contentStates: {
    Race.ContentState(lap: 1)
    Race.ContentState(lap: 2)
}

#Preview("Smallest", as: .dynamicIsland(.minimal), using: Race()) {
    RaceActivity()
} contentStates: {
    Race.ContentState(lap: 3)
}

private struct Race_Previews: PreviewProvider {
    static var previews: some View {
        Race().previewContext(.init(lap: 9), viewKind: .content).previewDisplayName("Content")
    }
}

@Suite("Previews of a program")
@MainActor
struct PreviewTests {
    private static func pictures(_ name: String) async throws -> [ProgramPicture] {
        let preview = try #require(ProgramPreview.all.first { $0.name == name })
        return try await preview.pictures(try renderer().catalog)
    }

    private static func renderer() throws -> WidgetRenderer { try WidgetRenderer(resources: ResourceFolder(path: ShippedTemplates.path)) }

    private static func texts(_ picture: ProgramPicture) throws -> (size: String, texts: [String]) {
        let view = try renderer().layOut(picture.content, look: picture.look, at: picture.date)
        let texts = view.widget.expandedText.matches(of: /Text "((?:[^"\\]|\\.)*)"/).map { String($0.1).replacing("\\\"", with: "\"") }
        let canvas = view.widget.place.canvas
        return ("\(Int(canvas.width))x\(Int(canvas.height))", texts)
    }

    @Test("Previews are found with the names of their files, types and modifiers, each name once")
    func names() {
        let here = ProgramPreview.all.filter { $0.name.hasPrefix("PreviewTests/") || $0.name.hasPrefix("Card/") }
        #expect(
            here.map(\.name) == [
                "PreviewTests/Named", "PreviewTests/preview", "PreviewTests/Entries", "PreviewTests/Provided",
                "PreviewTests/Configured", "PreviewTests/Default", "PreviewTests/Older", "PreviewTests/Named 2",
                "PreviewTests/a-b-c", "PreviewTests/preview 2", "PreviewTests/Laps", "PreviewTests/Smallest", "Card/First",
                "Card/systemSmall",
                "Card/accessoryCircular", "Card/preview",
            ])
        #expect(here[0].place.hasPrefix("SubdialRenderingTests/PreviewTests.swift:"))
    }

    @Test("Each entry of a preview is a picture at its date, from a clock that stands still")
    func entries() async throws {
        let pictures = try await Self.pictures("PreviewTests/Entries")
        #expect(pictures.map(\.name) == ["PreviewTests/Entries.1", "PreviewTests/Entries.2"])
        #expect(pictures.map(\.date.timeIntervalSince1970) == [1_767_260_460, 1_767_264_060])
        #expect(pictures.map(\.look.family) == [.systemSmall, .systemSmall])
        #expect(try pictures.map { try Self.texts($0).texts } == [["1", "0.0"], ["2", "0.0"]])
        let provided = try await Self.pictures("PreviewTests/Provided")
        #expect(try provided.map { try Self.texts($0).texts.first } == ["8", "9"])
        #expect(provided.map(\.look.family) == [.accessoryRectangular, .accessoryRectangular])
    }

    @Test(
        "A provider makes the entries for the settings of the preview",
        arguments: [("Configured", "systemMedium 7"), ("Default", "systemMedium 4"), ("Older", "systemLarge 5")])
    func settings(_ name: String, _ expected: String) async throws {
        let pictures = try await Self.pictures("PreviewTests/\(name)")
        #expect(try pictures.map { "\($0.look.name) \(try Self.texts($0).texts.joined(separator: " "))" } == [expected])
    }

    @Test(
        "A view alone has the size of its traits, or its own",
        arguments: [
            ("PreviewTests/Named", "90x40", ["named"]), ("PreviewTests/preview", "", ["count 3 in \"quotes\""]),
            ("PreviewTests/preview 2", "", ["outside", "inside"]), ("Card/First", "50x20", ["one"]), ("Card/preview", "50x20", ["three"]),
            ("Card/accessoryCircular", "76x76", ["two"]),
        ])
    func views(_ name: String, _ size: String, _ texts: [String]) async throws {
        let pictures = try await Self.pictures(name)
        let found = try Self.texts(try #require(pictures.first))
        #expect(found.texts == texts)
        if size.isEmpty {
            let width = try #require(Int(found.size.prefix { $0 != "x" }))
            #expect((20...200).contains(width))
        } else {
            #expect(found.size == size)
        }
    }

    @Test(
        "An activity is drawn in the presentation of its preview, with each state",
        arguments: [
            ("PreviewTests/Laps", ["lockScreen Spa 1", "lockScreen Spa 2"]), ("PreviewTests/Smallest", ["minimal M3"]),
            ("Race/Content", ["lockScreen Spa 9"]),
        ])
    func activities(_ name: String, _ expected: [String]) async throws {
        let pictures = try await Self.pictures(name)
        #expect(try pictures.map { "\($0.look.name) \(try Self.texts($0).texts.joined(separator: " "))" } == expected)
    }

    @Test("A device of Xcode's is the one with its name")
    func devices() async throws {
        let first = try await Self.pictures("Card/First")
        #expect(first.first?.look.device == "iphone-15-pro-max")
    }
}
