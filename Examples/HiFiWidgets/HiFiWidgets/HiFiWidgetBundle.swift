import SwiftUI
import WidgetKit

@main
struct HiFiWidgetBundle: WidgetBundle {
    var body: some Widget {
        NowPlayingWidget()
        #if canImport(ActivityKit)
            HiFiActivityWidget()
        #endif
        if #available(iOS 18.0, watchOS 26.0, *) {
            PlayPauseControl()
        }
    }
}
