import SwiftUI
import WidgetKit

struct StationEntry: TimelineEntry {
    let date: Date
    let station: String
    let song: String
    let artist: String
    let frequency: Double

    static let sample = StationEntry(
        date: .now, station: "Radio Paradise", song: "So What", artist: "Miles Davis", frequency: 98.6)
}

struct StationProvider: TimelineProvider {
    func placeholder(in context: Context) -> StationEntry { .sample }

    func getSnapshot(in context: Context, completion: @escaping (StationEntry) -> Void) { completion(.sample) }

    func getTimeline(in context: Context, completion: @escaping (Timeline<StationEntry>) -> Void) {
        let songs = [("So What", "Miles Davis"), ("Naima", "John Coltrane"), ("Blue in Green", "Bill Evans")]
        let now = Date()
        let entries = songs.enumerated().map { index, song in
            StationEntry(
                date: Calendar.current.date(byAdding: .minute, value: index * 5, to: now) ?? now, station: "Radio Paradise", song: song.0,
                artist: song.1, frequency: 98.6)
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct StationView: View {
    @Environment(\.widgetFamily) private var family

    var entry: StationEntry

    var body: some View {
        switch family {
        case .accessoryCircular:
            Gauge(value: entry.frequency, in: 87.5...108) {
                Image(systemName: "radio.fill")
            } currentValueLabel: {
                Text(entry.frequency, format: .number.precision(.fractionLength(1)))
            }
            .gaugeStyle(.accessoryCircular)
            .containerBackground(for: .widget) { AccessoryWidgetBackground() }
        default:
            VStack(alignment: .leading, spacing: 4) {
                Label(entry.station, systemImage: "radio.fill")
                    .font(.caption.weight(.semibold))
                    .foregroundStyle(.orange)
                Spacer(minLength: 0)
                Text(entry.song)
                    .font(.headline)
                    .lineLimit(2)
                Text(entry.artist)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            .frame(maxWidth: .infinity, alignment: .leading)
            .containerBackground(.background, for: .widget)
        }
    }
}

struct StationWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Station", provider: StationProvider()) { entry in
            StationView(entry: entry)
        }
        .configurationDisplayName("Station")
        .description("What the radio plays.")
        .supportedFamilies([.systemSmall, .accessoryCircular])
    }
}

@main
struct RadioWidgets: WidgetBundle {
    var body: some Widget {
        StationWidget()
    }
}

#Preview(as: .systemSmall) {
    StationWidget()
} timeline: {
    StationEntry.sample
}
