import Foundation
import SubdialAppIntents
import SubdialSwiftUI
import SubdialWidgetKit

/// The program that a test previews, and in which a test draws what has no end.
@main
struct Cards: WidgetBundle {
    var body: some Widget {
        CardWidget()
        QuietControl()
    }
}

struct CardEntry: TimelineEntry {
    let date: Date
    let title: String
}

struct CardProvider: TimelineProvider {
    func placeholder(in context: Context) -> CardEntry { CardEntry(date: .now, title: "–") }

    func getSnapshot(in context: Context, completion: @escaping @Sendable (CardEntry) -> Void) {
        completion(CardEntry(date: .now, title: "Kind of Blue"))
    }

    func getTimeline(in context: Context, completion: @escaping @Sendable (Timeline<CardEntry>) -> Void) {
        completion(Timeline(entries: [CardEntry(date: .now, title: "Kind of Blue")], policy: .never))
    }
}

struct CardView: View {
    let title: String

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Image(systemName: "music.note").font(.title2).foregroundStyle(.orange)
            Spacer()
            Text(verbatim: title).font(.headline)
            Text(verbatim: "Miles Davis").font(.subheadline).foregroundStyle(.secondary)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .containerBackground(.background, for: .widget)
    }
}

struct CardWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Card", provider: CardProvider()) { CardView(title: Endless.value("widget", $0.title)) }
            .supportedFamilies([.systemSmall, .systemMedium])
    }
}

struct RoomIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Room"

    @Parameter(title: "Room", optionsProvider: Rooms()) var room: String

    struct Rooms: DynamicOptionsProvider {
        func results() async throws -> [String] { ["Kitchen", "Study"] }

        func defaultResult() async -> String? { "Kitchen" }
    }
}

struct QuietProvider: AppIntentControlValueProvider {
    func previewValue(configuration: RoomIntent) -> String { configuration.room }

    func currentValue(configuration: RoomIntent) async throws -> String { configuration.room }
}

struct QuietControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "Quiet", provider: QuietProvider()) { room in
            ControlWidgetButton(action: SilenceIntent()) { Label(room, systemImage: "speaker.slash.fill") }
        }
    }
}

struct SilenceIntent: AppIntent {
    static let title: LocalizedStringResource = "Silence"

    func perform() async throws -> some IntentResult { .result() }
}

#Preview("Alone", traits: .fixedLayout(width: 120, height: 40)) { Text(verbatim: "alone") }

#Preview("Stuck", traits: .fixedLayout(width: 120, height: 40)) { Text(verbatim: Endless.value("preview", "stuck")) }

struct Provided_Previews: PreviewProvider {
    static var previews: some View { Text(verbatim: Endless.value("provider", "provided")).previewDisplayName("Provided") }
}

/// What has no end if a test wishes it.
enum Endless {
    static func value(_ place: String, _ value: String) -> String {
        while ProcessInfo.processInfo.environment["SUBDIAL_TEST_ENDLESS"] == place { usleep(1000) }
        return value
    }
}
