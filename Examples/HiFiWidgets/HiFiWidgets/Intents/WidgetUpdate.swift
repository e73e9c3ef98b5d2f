import WidgetKit

#if canImport(ActivityKit)
    import ActivityKit
#endif

/// Shows what a command has changed.
enum WidgetUpdate {
    /// Sends a command for a room to the bridge, and shows what it has changed.
    static func after(_ zoneID: Zone.ID, _ command: (BridgeClient) async throws -> Void) async throws {
        let settings = BridgeSettings()
        try await command(settings.client)
        await afterCommand(in: zoneID, settings)
    }

    /// Asks for new timelines, and updates the live activities of the room.
    private static func afterCommand(in zoneID: Zone.ID, _ settings: BridgeSettings) async {
        WidgetCenter.shared.reloadTimelines(ofKind: NowPlayingWidget.kind)
        if #available(iOS 18.0, watchOS 26.0, *) { ControlCenter.shared.reloadControls(ofKind: PlayPauseControl.kind) }
        #if canImport(ActivityKit)
            let activities = Activity<HiFiAttributes>.activities.filter { $0.attributes.zoneID == zoneID }
            guard !activities.isEmpty, let answer = try? await settings.client.nowPlaying(in: zoneID) else { return }
            let now = Date.now
            for activity in activities {
                // The app stores the cover's file; its name stays as long as the album does.
                let before = activity.content.state.track
                let track = Track(answer, cover: answer.album == before.album ? before.cover : nil, at: now)
                await activity.update(ActivityContent(state: HiFiAttributes.ContentState(track: track), staleDate: track.end))
            }
        #endif
    }
}
