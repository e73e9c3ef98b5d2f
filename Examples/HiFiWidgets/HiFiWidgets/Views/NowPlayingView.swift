import SwiftUI
import WidgetKit

/// The widget in its family.
struct NowPlayingView: View {
    @Environment(\.widgetFamily) private var family

    let entry: NowPlayingEntry

    var body: some View {
        layout
            .containerBackground(for: .widget) { WidgetGround(entry: entry) }
            .widgetURL(entry.zoneID.flatMap { URL(string: "hifi://zone")?.appending(queryItems: [URLQueryItem(name: "id", value: $0)]) })
    }

    @ViewBuilder private var layout: some View {
        switch family {
        case .accessoryCircular: CircularView(entry: entry)
        case .accessoryRectangular: RectangularView(entry: entry)
        case .accessoryInline: InlineView(entry: entry)
        #if !os(iOS)
            case .accessoryCorner: CornerView(entry: entry)
        #endif
        #if !os(watchOS)
            case .systemMedium: MediumView(entry: entry)
            case .systemLarge: LargeView(entry: entry).dynamicTypeSize(...DynamicTypeSize.accessibility3)
        #endif
        // Above this size, no word would fit whole.
        default: SmallView(entry: entry).dynamicTypeSize(...DynamicTypeSize.accessibility3)
        }
    }
}
