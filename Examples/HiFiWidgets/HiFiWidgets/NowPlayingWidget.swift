import SwiftUI
import WidgetKit

/// What a room of the hi-fi plays.
struct NowPlayingWidget: Widget {
    nonisolated static let kind = "NowPlaying"

    var body: some WidgetConfiguration {
        AppIntentConfiguration(kind: Self.kind, intent: ChooseZoneIntent.self, provider: NowPlayingProvider()) { entry in
            NowPlayingView(entry: entry)
        }
        .configurationDisplayName("Now Playing")
        .description("What a room of your hi-fi plays.")
        .supportedFamilies(Self.families)
    }

    /// The families of the phone, and the complications of the watch.
    private static var families: [WidgetFamily] {
        var families: [WidgetFamily] = []
        #if !os(watchOS)
            families += [.systemSmall, .systemMedium, .systemLarge]
        #endif
        families += [.accessoryCircular, .accessoryRectangular, .accessoryInline]
        #if !os(iOS)
            families += [.accessoryCorner]
        #endif
        return families
    }
}
