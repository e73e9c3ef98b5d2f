import SwiftUI
import WidgetKit

/// The progress as a ring round the cover, or round the symbol where there is one colour only.
struct CircularView: View {
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced
    @Environment(\.widgetRenderingMode) private var renderingMode

    let entry: NowPlayingEntry

    var body: some View {
        ZStack {
            AccessoryWidgetBackground()
            if let position = entry.track?.position {
                ring(position).tint(Color.primary).widgetAccentable()
            }
            center
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(entry.headline)
        .accessibilityValue(Text(entry.stateName))
    }

    @ViewBuilder private func ring(_ position: Track.Position) -> some View {
        switch position {
        case .running(let start, let end):
            ProgressView(timerInterval: start...end, countsDown: false, label: { EmptyView() }, currentValueLabel: { EmptyView() })
                .progressViewStyle(.circular)
        case .held(let elapsed, let length):
            ProgressView(value: min(elapsed, length), total: length).progressViewStyle(.circular)
        }
    }

    @ViewBuilder private var center: some View {
        if let track = entry.track, track.cover != nil, renderingMode == .fullColor, !isLuminanceReduced {
            CoverView(track: track, cornerRadius: 40).clipShape(Circle())
                .overlay {
                    if !entry.isPlaying {
                        Image(systemName: entry.symbol).font(.system(size: 18, weight: .bold)).foregroundStyle(.white).shadow(radius: 3)
                    }
                }
                .padding(7)
                .privacySensitive()
        } else {
            Image(systemName: entry.symbol)
                .font(.system(size: 20, weight: .semibold))
        }
    }
}

/// Three lines: the title with its symbol, the artist, the progress.
struct RectangularView: View {
    @Environment(\.isLuminanceReduced) private var isLuminanceReduced

    let entry: NowPlayingEntry

    var body: some View {
        VStack(alignment: .leading, spacing: 1) {
            HStack(spacing: 5) {
                Image(systemName: entry.symbol).imageScale(.small).accessibilityLabel(Text(entry.stateName))
                entry.headline.lineLimit(1).privacySensitive()
            }
            .font(.headline)
            .widgetAccentable()
            entry.detail
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .lineLimit(1)
                .minimumScaleFactor(0.8)
                .privacySensitive(entry.track != nil)
            // A line that moves has no place on a dimmed screen.
            if let position = entry.track?.position, !isLuminanceReduced {
                ProgressLine(position: position, showsTimes: false).padding(.top, 5).widgetAccentable()
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
    }
}

/// One line of text, without the artist where both are too long.
struct InlineView: View {
    let entry: NowPlayingEntry

    var body: some View {
        if let track = entry.track, !track.artist.isEmpty {
            ViewThatFits(in: .horizontal) {
                Label {
                    Text(verbatim: "\(track.title) – \(track.artist)")
                } icon: {
                    Image(systemName: entry.symbol)
                }
                Label {
                    Text(verbatim: track.title)
                } icon: {
                    Image(systemName: entry.symbol)
                }
            }
            .privacySensitive()
        } else {
            Label {
                entry.track == nil ? entry.detail : entry.headline
            } icon: {
                Image(systemName: entry.symbol)
            }
        }
    }
}

#if !os(iOS)
    /// The symbol in the corner of a watch face, with the progress or the words along its curve.
    struct CornerView: View {
        let entry: NowPlayingEntry

        var body: some View {
            Image(systemName: entry.symbol)
                .font(.title2.weight(.semibold))
                .widgetAccentable()
                .accessibilityLabel(Text(entry.stateName))
                .widgetLabel {
                    if entry.track != nil { entry.headline } else { entry.detail }
                }
        }
    }
#endif
