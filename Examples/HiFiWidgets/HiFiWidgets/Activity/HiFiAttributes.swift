#if canImport(ActivityKit)
    import ActivityKit
    import AppIntents
    import Foundation

    /// The live activity of a room: the app starts it when the user plays something, and updates it with each answer of the bridge.
    struct HiFiAttributes: ActivityAttributes {
        struct ContentState: Codable, Hashable {
            var track: Track
        }

        let zoneID: Zone.ID
        let zoneName: String
    }

    extension HiFiAttributes {
        static let sample = HiFiAttributes(zoneID: "roon:1601", zoneName: String(localized: "Living Room"))
    }

    extension PlayPauseIntent: LiveActivityIntent {}
    extension NextTrackIntent: LiveActivityIntent {}
    extension PreviousTrackIntent: LiveActivityIntent {}
#endif
