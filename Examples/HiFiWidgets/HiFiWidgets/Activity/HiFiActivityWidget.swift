#if canImport(ActivityKit)
    import ActivityKit
    import SwiftUI
    import WidgetKit

    /// The live activity of a room, on the Lock Screen and in the Dynamic Island.
    struct HiFiActivityWidget: Widget {
        var body: some WidgetConfiguration {
            ActivityConfiguration(for: HiFiAttributes.self) { context in
                ActivityBanner(zone: context.attributes, track: context.state.track, isStale: context.isStale)
                    .activityBackgroundTint(.black.opacity(0.6))
                    .activitySystemActionForegroundColor(.white)
            } dynamicIsland: { context in
                let track = context.state.track
                return DynamicIsland {
                    DynamicIslandExpandedRegion(.leading) {
                        CoverView(track: track, cornerRadius: 9).frame(width: 44, height: 44).padding(.leading, 4)
                    }
                    DynamicIslandExpandedRegion(.center) {
                        ActivityText(zone: context.attributes, track: track, isStale: context.isStale)
                    }
                    DynamicIslandExpandedRegion(.trailing) {
                        ActivityGlyph(track: track, isStale: context.isStale).frame(width: 28, height: 44)
                    }
                    DynamicIslandExpandedRegion(.bottom) {
                        VStack(spacing: 6) {
                            if let position = track.position { ProgressLine(position: position) }
                            TransportButtons(zoneID: context.attributes.zoneID, isPlaying: track.isPlaying, size: 20, spacing: 34)
                        }
                        .padding(.horizontal, 4)
                    }
                } compactLeading: {
                    CoverView(track: track, cornerRadius: 6).frame(width: 24, height: 24)
                } compactTrailing: {
                    ActivityGlyph(track: track, isStale: context.isStale)
                } minimal: {
                    CoverView(track: track, cornerRadius: 12).clipShape(Circle()).frame(width: 24, height: 24)
                }
                .keylineTint(.accentColor)
            }
        }
    }

    /// The banner on the Lock Screen.
    struct ActivityBanner: View {
        let zone: HiFiAttributes
        let track: Track
        let isStale: Bool

        var body: some View {
            VStack(spacing: 12) {
                HStack(spacing: 12) {
                    CoverView(track: track, cornerRadius: 8).frame(width: 52, height: 52)
                    ActivityText(zone: zone, track: track, isStale: isStale)
                    TransportButtons(zoneID: zone.zoneID, isPlaying: track.isPlaying, size: 18, spacing: 0)
                }
                if let position = track.position { ProgressLine(position: position) }
            }
            .padding(14)
            // The banner is dark in both appearances, as the Lock Screen's own player.
            .environment(\.colorScheme, .dark)
            .foregroundStyle(.white)
        }
    }

    /// The title and the artist, or the room where nobody is named.
    struct ActivityText: View {
        let zone: HiFiAttributes
        let track: Track
        let isStale: Bool

        var body: some View {
            VStack(alignment: .leading, spacing: 1) {
                Text(verbatim: track.title).font(.headline).privacySensitive()
                Group {
                    if isStale { Text("Not up to date") } else { Text(verbatim: track.artist.isEmpty ? zone.zoneName : track.artist) }
                }
                .font(.subheadline)
                .foregroundStyle(.secondary)
            }
            .lineLimit(1)
            .minimumScaleFactor(0.8)
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }

    /// The symbol of the state.
    struct ActivityGlyph: View {
        let track: Track
        let isStale: Bool

        var body: some View {
            Image(systemName: isStale ? "icloud.slash" : track.isPlaying ? "waveform" : "pause.fill")
                .foregroundStyle(isStale || !track.isPlaying ? AnyShapeStyle(.secondary) : AnyShapeStyle(Color.accentColor))
                .accessibilityLabel(isStale ? Text("Not up to date") : track.isPlaying ? Text("Playing") : Text("Paused"))
        }
    }
#endif
