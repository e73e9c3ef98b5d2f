#if !os(watchOS)
    import SwiftUI
    import WidgetKit

    /// A large cover with everything that a player shows.
    struct LargeView: View {
        @Environment(\.dynamicTypeSize) private var typeSize

        let entry: NowPlayingEntry

        var body: some View {
            if let track = entry.track {
                VStack(alignment: .leading, spacing: 0) {
                    RoomLine(entry: entry)
                    HStack(alignment: .bottom, spacing: 14) {
                        if typeSize < .accessibility3 {
                            CoverView(track: track, cornerRadius: 10).frame(maxWidth: 168).privacySensitive().layoutPriority(1)
                        }
                        VStack(alignment: .leading, spacing: 2) {
                            Text(verbatim: track.title).font(.title3.weight(.semibold)).lineLimit(4).minimumScaleFactor(0.8)
                                .widgetAccentable()
                            Group {
                                Text(verbatim: track.artist).lineLimit(2)
                                if !track.album.isEmpty, !typeSize.isAccessibilitySize { Text(verbatim: track.album).lineLimit(2) }
                            }
                            .font(.subheadline)
                            .foregroundStyle(.secondary)
                        }
                        .privacySensitive()
                        .frame(maxWidth: .infinity, alignment: .leading)
                        .accessibilityElement(children: .combine)
                    }
                    .padding(.top, 10)
                    .frame(maxHeight: .infinity)
                    if let position = track.position { ProgressLine(position: position).padding(.top, 14) }
                    if let zoneID = entry.zoneID {
                        TransportButtons(zoneID: zoneID, isPlaying: track.isPlaying, size: 24, spacing: 34)
                            .frame(maxWidth: .infinity)
                            .padding(.top, 12)
                    }
                    if let volume = entry.volume, !typeSize.isAccessibilitySize { VolumeLine(volume: volume).padding(.top, 12) }
                }
                .opacity(entry.staleSince == nil ? 1 : 0.6)
            } else {
                EmptyStateView(entry: entry, symbolSize: 56)
            }
        }
    }

    /// The volume, in the words of the room's scale.
    struct VolumeLine: View {
        let volume: Volume

        var body: some View {
            HStack(spacing: 8) {
                Image(systemName: "speaker.wave.2.fill").imageScale(.small)
                ProgressView(value: volume.fraction).tint(.secondary)
                if let value = volume.value {
                    if volume.isDecibels {
                        Text("\(value, format: .number.precision(.fractionLength(1))) dB")
                    } else {
                        Text(value, format: .number.precision(.fractionLength(0...1)))
                    }
                }
            }
            .font(.caption2.monospacedDigit())
            .foregroundStyle(.secondary)
            .lineLimit(1)
            .accessibilityElement(children: .combine)
            .accessibilityLabel(Text("Volume"))
        }
    }
#endif
