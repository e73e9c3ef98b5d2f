import SwiftUI
import WidgetKit

#if canImport(ActivityKit)
    import ActivityKit
#endif

#if !os(watchOS)
    #Preview("Small", as: .systemSmall) {
        NowPlayingWidget()
    } timeline: {
        NowPlayingEntry.sample(at: .now)
        NowPlayingEntry.sample(at: .now, .pausedSample())
        NowPlayingEntry.sample(at: .now, .stationSample())
        NowPlayingEntry.sample(at: .now, .longSample(at: .now))
        NowPlayingEntry.staleSample(at: .now)
    }

    #Preview("Medium", as: .systemMedium) {
        NowPlayingWidget()
    } timeline: {
        NowPlayingEntry.sample(at: .now)
        NowPlayingEntry.sample(at: .now, .pausedSample())
        NowPlayingEntry.sample(at: .now, .stationSample())
        NowPlayingEntry.sample(at: .now, .longSample(at: .now))
        NowPlayingEntry.staleSample(at: .now)
    }

    #Preview("Large", as: .systemLarge) {
        NowPlayingWidget()
    } timeline: {
        NowPlayingEntry.sample(at: .now)
        NowPlayingEntry.sample(at: .now, .stationSample())
        NowPlayingEntry.sample(at: .now, .longSample(at: .now))
    }

    #Preview("Nothing to show", as: .systemSmall) {
        NowPlayingWidget()
    } timeline: {
        NowPlayingEntry.sample(at: .now, content: .nothing)
        NowPlayingEntry.sample(at: .now, content: .unreachable(last: .sample(at: .now)))
        NowPlayingEntry.sample(at: .now, content: .zoneMissing)
        NowPlayingEntry.noZoneSample(at: .now)
    }
#endif

#Preview("Circular", as: .accessoryCircular) {
    NowPlayingWidget()
} timeline: {
    NowPlayingEntry.sample(at: .now)
    NowPlayingEntry.sample(at: .now, .pausedSample())
    NowPlayingEntry.sample(at: .now, content: .nothing)
}

#Preview("Rectangular", as: .accessoryRectangular) {
    NowPlayingWidget()
} timeline: {
    NowPlayingEntry.sample(at: .now)
    NowPlayingEntry.sample(at: .now, .longSample(at: .now))
    NowPlayingEntry.sample(at: .now, content: .unreachable(last: nil))
}

#Preview("Inline", as: .accessoryInline) {
    NowPlayingWidget()
} timeline: {
    NowPlayingEntry.sample(at: .now)
    NowPlayingEntry.sample(at: .now, content: .nothing)
}

#if !os(iOS)
    #Preview("Corner", as: .accessoryCorner) {
        NowPlayingWidget()
    } timeline: {
        NowPlayingEntry.sample(at: .now)
        NowPlayingEntry.sample(at: .now, content: .nothing)
    }
#endif

#if canImport(ActivityKit)
    #Preview("Lock Screen", as: .content, using: HiFiAttributes.sample) {
        HiFiActivityWidget()
    } contentStates: {
        HiFiAttributes.ContentState(track: .sample(at: .now))
        HiFiAttributes.ContentState(track: .pausedSample())
        HiFiAttributes.ContentState(track: .stationSample())
    }

    #Preview("Compact island", as: .dynamicIsland(.compact), using: HiFiAttributes.sample) {
        HiFiActivityWidget()
    } contentStates: {
        HiFiAttributes.ContentState(track: .sample(at: .now))
    }

    #Preview("Minimal island", as: .dynamicIsland(.minimal), using: HiFiAttributes.sample) {
        HiFiActivityWidget()
    } contentStates: {
        HiFiAttributes.ContentState(track: .sample(at: .now))
    }

    #Preview("Expanded island", as: .dynamicIsland(.expanded), using: HiFiAttributes.sample) {
        HiFiActivityWidget()
    } contentStates: {
        HiFiAttributes.ContentState(track: .sample(at: .now))
        HiFiAttributes.ContentState(track: .longSample(at: .now))
    }
#endif

/// Parts of the widgets by themselves.
struct PartPreviews: PreviewProvider {
    static var previews: some View {
        CoverView(track: .stationSample())
            .frame(width: 120)
            .padding()
            .previewLayout(.sizeThatFits)
            .previewDisplayName("No cover")
        ProgressLine(position: .held(elapsed: 83, length: 240))
            .frame(width: 280)
            .padding()
            .previewLayout(.sizeThatFits)
            .previewDisplayName("Progress")
    }
}
