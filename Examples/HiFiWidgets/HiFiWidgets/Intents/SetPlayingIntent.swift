import AppIntents

/// Plays or pauses a room, to the state of a toggle.
struct SetPlayingIntent: SetValueIntent {
    static let title: LocalizedStringResource = "Set Playing"
    static let description = IntentDescription("Plays or pauses the music in a room.")
    static let isDiscoverable = false

    @Parameter(title: "Room") var zoneID: String
    @Parameter(title: "Playing") var value: Bool

    init() {}

    init(zoneID: String) { self.zoneID = zoneID }

    func perform() async throws -> some IntentResult {
        try await WidgetUpdate.after(zoneID) { client in
            // Some bridges know no other command than to toggle: it must not start what has stopped by itself meanwhile.
            if try await client.nowPlaying(in: zoneID).isPlaying != value { try await client.togglePlayback(of: zoneID) }
        }
        return .result()
    }
}
