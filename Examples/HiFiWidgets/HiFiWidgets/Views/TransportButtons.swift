import AppIntents
import SwiftUI

/// Previous, play or pause, next.
struct TransportButtons: View {
    let zoneID: Zone.ID
    let isPlaying: Bool
    var size: CGFloat = 20
    var spacing: CGFloat = 28

    var body: some View {
        HStack(spacing: spacing) {
            button("Previous Track", "backward.fill", PreviousTrackIntent(zoneID: zoneID), size)
            button(isPlaying ? "Pause" : "Play", isPlaying ? "pause.fill" : "play.fill", PlayPauseIntent(zoneID: zoneID), size * 1.3)
            button("Next Track", "forward.fill", NextTrackIntent(zoneID: zoneID), size)
        }
        .buttonStyle(.plain)
        .foregroundStyle(.primary)
        // As on every player, also where one reads from the right.
        .environment(\.layoutDirection, .leftToRight)
    }

    private func button(_ name: LocalizedStringKey, _ symbol: String, _ intent: some AppIntent, _ size: CGFloat) -> some View {
        Button(intent: intent) {
            Image(systemName: symbol)
                .font(.system(size: size, weight: .semibold))
                .frame(width: size * 1.8, height: size * 1.4)
                .contentShape(Rectangle())
        }
        .accessibilityLabel(Text(name))
    }
}
