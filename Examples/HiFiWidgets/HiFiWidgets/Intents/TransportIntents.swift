import AppIntents
import WidgetKit

/// Plays what is paused, and pauses what plays.
struct PlayPauseIntent: AppIntent {
    static let title: LocalizedStringResource = "Play or Pause"
    static let description = IntentDescription("Plays or pauses the music in a room.")
    static let isDiscoverable = false

    @Parameter(title: "Room") var zoneID: String

    init() {}

    init(zoneID: String) { self.zoneID = zoneID }

    func perform() async throws -> some IntentResult {
        try await WidgetUpdate.after(zoneID) { try await $0.togglePlayback(of: zoneID) }
        return .result()
    }
}

/// Plays the next track.
struct NextTrackIntent: AppIntent {
    static let title: LocalizedStringResource = "Next Track"
    static let description = IntentDescription("Plays the next track in a room.")
    static let isDiscoverable = false

    @Parameter(title: "Room") var zoneID: String

    init() {}

    init(zoneID: String) { self.zoneID = zoneID }

    func perform() async throws -> some IntentResult {
        try await WidgetUpdate.after(zoneID) { try await $0.send(.next, to: zoneID) }
        return .result()
    }
}

/// Plays the previous track.
struct PreviousTrackIntent: AppIntent {
    static let title: LocalizedStringResource = "Previous Track"
    static let description = IntentDescription("Plays the previous track in a room.")
    static let isDiscoverable = false

    @Parameter(title: "Room") var zoneID: String

    init() {}

    init(zoneID: String) { self.zoneID = zoneID }

    func perform() async throws -> some IntentResult {
        try await WidgetUpdate.after(zoneID) { try await $0.send(.previous, to: zoneID) }
        return .result()
    }
}
