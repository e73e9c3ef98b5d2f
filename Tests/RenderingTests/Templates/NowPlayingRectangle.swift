import Foundation
import SubdialSwiftUI
import SubdialWidgetKit

/// An entry of a player, as its file has it.
struct PlayerEntry: TimelineEntry, Decodable {
    struct Track: Decodable { let title, artist: String, length: Double }

    let date: Date
    let status: String
    let track: Track
    let position: Double
}

/// The rectangle of what plays, on the lock screen.
struct NowPlayingRectangle: View {
    let entry: PlayerEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 1) {
            HStack(spacing: 5) {
                Image(systemName: entry.status == "paused" ? "pause.fill" : "waveform").foregroundStyle(.secondary)
                Text(entry.track.title).lineLimit(1).privacySensitive()
            }
            .font(.headline)
            .widgetAccentable()
            Text(entry.track.artist)
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(1)
                .minimumScaleFactor(0.7)
                .privacySensitive()
            ProgressView(value: entry.position, total: entry.track.length)
                .tint(.primary)
                .padding(.top, 6)
                .environment(\.layoutDirection, .leftToRight)
                .widgetAccentable()
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
    }
}
