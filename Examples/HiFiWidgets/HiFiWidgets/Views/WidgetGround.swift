import SwiftUI
import WidgetKit

/// The background: the colours of the cover, or the plain one of the asset catalog.
struct WidgetGround: View {
    @Environment(\.colorScheme) private var colorScheme
    @Environment(\.widgetFamily) private var family

    let entry: NowPlayingEntry

    var body: some View {
        switch family {
        case .accessoryCircular, .accessoryRectangular, .accessoryInline: Color.clear
        default:
            if let track = entry.track {
                Color("WidgetBackground")
                    .overlay { colors(of: track) }
                    .overlay { colorScheme == .dark ? Color.black.opacity(0.5) : Color.white.opacity(0.74) }
                    .clipped()
                    .privacySensitive()
            } else {
                Color("WidgetBackground")
            }
        }
    }

    @ViewBuilder private func colors(of track: Track) -> some View {
        if let image = track.cover?.image {
            // No shape of the cover may be seen behind a text.
            image.resizable().scaledToFill().blur(radius: 80, opaque: true).saturation(1.2)
        } else {
            LinearGradient(track: track)
        }
    }
}
