import SwiftUI
import WidgetKit

/// The symbol of an entry's state.
struct StateGlyph: View {
    let entry: NowPlayingEntry

    var body: some View {
        Image(systemName: entry.symbol)
            .font(.footnote.weight(.semibold))
            .dynamicTypeSize(...DynamicTypeSize.accessibility1)
            .foregroundStyle(entry.isPlaying ? AnyShapeStyle(.primary) : AnyShapeStyle(.secondary))
            .widgetAccentable()
            .accessibilityLabel(Text(entry.stateName))
    }
}

/// The room, or since when the entry is old.
struct RoomLine: View {
    let entry: NowPlayingEntry

    var body: some View {
        HStack(spacing: 5) {
            if let date = entry.staleSince {
                Text("\(date, style: .relative) ago")
            } else if let name = entry.zoneName {
                Image(systemName: "hifispeaker.fill").imageScale(.small).accessibilityHidden(true)
                Text(verbatim: name)
            }
            Spacer(minLength: 4)
            StateGlyph(entry: entry)
        }
        .font(.caption)
        .foregroundStyle(.secondary)
        .lineLimit(1)
    }
}

/// A room without a track: what is wrong, and what to do.
struct EmptyStateView: View {
    @Environment(\.dynamicTypeSize) private var typeSize

    let entry: NowPlayingEntry
    var symbolSize: CGFloat = 28

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Image(systemName: entry.symbol)
                .font(.system(size: symbolSize, weight: .medium))
                .foregroundStyle(isQuiet ? AnyShapeStyle(.secondary) : AnyShapeStyle(.tint))
                .widgetAccentable()
                .accessibilityHidden(true)
            Spacer(minLength: 4)
            if let zoneName = entry.zoneName, entry.content != .noZone, typeSize < .accessibility2 {
                Text(verbatim: zoneName).font(.caption).foregroundStyle(.secondary).lineLimit(1)
            }
            Text(entry.stateName).font(.headline).lineLimit(2).minimumScaleFactor(0.6)
            if let hint, !typeSize.isAccessibilitySize {
                Text(hint).font(.footnote).foregroundStyle(.secondary).lineLimit(2).minimumScaleFactor(0.8)
            }
        }
        .tint(.accentColor)
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .leading)
    }

    /// Nothing is wrong where nothing plays.
    private var isQuiet: Bool { entry.content == .nothing }

    private var hint: LocalizedStringResource? {
        switch entry.content {
        case .noZone: "Touch and hold to choose one."
        case .zoneMissing: "Is the player switched on?"
        case .unreachable(let last): last.map { "Last: \($0.title)" }
        case .track, .nothing: nil
        }
    }
}
