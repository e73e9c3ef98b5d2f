import SwiftUI
import WidgetKit

/// The cover above the title.
struct SmallView: View {
    @Environment(\.dynamicTypeSize) private var typeSize

    let entry: NowPlayingEntry

    var body: some View {
        if let track = entry.track {
            VStack(alignment: .leading, spacing: 0) {
                HStack(alignment: .top, spacing: 8) {
                    // Large type needs the cover's place.
                    if typeSize < .accessibility2 {
                        CoverView(track: track).frame(width: coverSide, alignment: .leading).privacySensitive()
                    }
                    Spacer(minLength: 0)
                    StateGlyph(entry: entry)
                }
                Spacer(minLength: 6)
                Text(verbatim: track.title)
                    .font(.headline)
                    .lineLimit(2)
                    .minimumScaleFactor(0.8)
                    .privacySensitive()
                    .widgetAccentable()
                if !track.artist.isEmpty {
                    Text(verbatim: track.artist)
                        .font(.subheadline)
                        .foregroundStyle(.secondary)
                        .lineLimit(1)
                        .minimumScaleFactor(0.8)
                        .privacySensitive()
                }
            }
            .opacity(entry.staleSince == nil ? 1 : 0.6)
            .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
            .accessibilityElement(children: .combine)
        } else {
            EmptyStateView(entry: entry)
        }
    }

    private var coverSide: CGFloat { typeSize.isAccessibilitySize ? 40 : 64 }
}
