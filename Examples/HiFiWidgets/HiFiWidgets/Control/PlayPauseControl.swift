import AppIntents
import SwiftUI
import WidgetKit

/// Plays and pauses a room in Control Center, on the Lock Screen and with the Action button.
@available(iOS 18.0, watchOS 26.0, *)
struct PlayPauseControl: ControlWidget {
    nonisolated static let kind = "PlayPause"

    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: Self.kind, provider: PlayPauseProvider()) { value in
            ControlWidgetToggle(value.zoneName, isOn: value.isPlaying, action: SetPlayingIntent(zoneID: value.zoneID)) { isOn in
                Label(isOn ? "Playing" : "Paused", systemImage: isOn ? "pause.fill" : "play.fill")
            }
            .tint(.accentColor)
        }
        .displayName("Play or Pause")
        .description("Plays or pauses the music in a room.")
    }
}

/// Asks the bridge whether a room plays.
@available(iOS 18.0, watchOS 26.0, *)
struct PlayPauseProvider: AppIntentControlValueProvider {
    struct Value: Sendable {
        var zoneID = ""
        var zoneName = String(localized: "Room")
        var isPlaying = false
    }

    func previewValue(configuration: ChooseControlZoneIntent) -> Value {
        // The gallery shows a sample, whatever plays in the rooms of this home.
        Value(zoneID: "", zoneName: String(localized: "Living Room"), isPlaying: true)
    }

    func currentValue(configuration: ChooseControlZoneIntent) async throws -> Value {
        guard let zone = configuration.zone else { return Value() }
        let answer = try await BridgeSettings().client.nowPlaying(in: zone.id)
        return Value(zoneID: zone.id, zoneName: zone.name, isPlaying: answer.isPlaying)
    }
}

/// The settings of a control: its room.
@available(iOS 18.0, watchOS 26.0, *)
struct ChooseControlZoneIntent: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Choose Room"
    static let description = IntentDescription("Chooses the room that the control plays.")

    @Parameter(title: "Room") var zone: ZoneEntity?
}
