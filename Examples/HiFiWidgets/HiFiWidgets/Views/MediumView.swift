#if !os(watchOS)
    import SwiftUI
    import WidgetKit

    /// The cover beside the room, the title, the progress and the buttons.
    struct MediumView: View {
        @Environment(\.dynamicTypeSize) private var typeSize

        let entry: NowPlayingEntry

        var body: some View {
            if let track = entry.track {
                HStack(spacing: 14) {
                    if typeSize < .accessibility3 { CoverView(track: track, cornerRadius: 8).privacySensitive() }
                    VStack(alignment: .leading, spacing: 0) {
                        if !typeSize.isAccessibilitySize { RoomLine(entry: entry) }
                        Spacer(minLength: 2)
                        TrackText(track: track, lines: 1)
                        Spacer(minLength: 2)
                        if let position = track.position {
                            ProgressLine(position: position, showsTimes: !typeSize.isAccessibilitySize)
                        }
                        if let zoneID = entry.zoneID, typeSize < .accessibility2 {
                            TransportButtons(zoneID: zoneID, isPlaying: track.isPlaying, size: 17, spacing: 16)
                                .frame(maxWidth: .infinity)
                                .padding(.top, 5)
                        }
                    }
                }
                .opacity(entry.staleSince == nil ? 1 : 0.6)
            } else {
                EmptyStateView(entry: entry)
            }
        }
    }

    /// The title, and below it the artist with the album where both have space.
    struct TrackText: View {
        let track: Track
        var title = Font.headline
        let lines: Int

        var body: some View {
            VStack(alignment: .leading, spacing: 1) {
                Text(verbatim: track.title).font(title).lineLimit(lines).minimumScaleFactor(0.8).widgetAccentable()
                ViewThatFits(in: .horizontal) {
                    if !track.artist.isEmpty, !track.album.isEmpty { Text(verbatim: "\(track.artist) · \(track.album)") }
                    Text(verbatim: track.artist)
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(1)
                .minimumScaleFactor(0.8)
            }
            .privacySensitive()
            .accessibilityElement(children: .combine)
        }
    }
#endif
