import SwiftUI
import WidgetKit

/// The words and the symbol for a state: colour alone is not enough.
extension NowPlayingEntry {
    var symbol: String {
        switch content {
        case .track(let track):
            if staleSince != nil { "icloud.slash" } else { track.isPlaying ? "waveform" : "pause.fill" }
        case .nothing: "hifispeaker.fill"
        case .noZone: "hifispeaker.2.fill"
        case .zoneMissing: "questionmark.circle"
        case .unreachable: "wifi.slash"
        }
    }

    /// The state for a screen reader.
    var stateName: LocalizedStringResource {
        switch content {
        case .track(let track):
            if staleSince != nil { "Not up to date" } else { track.isPlaying ? "Playing" : "Paused" }
        case .nothing: "Nothing playing"
        case .noZone: "No room chosen"
        case .zoneMissing: "Room not available"
        case .unreachable: "Bridge not reachable"
        }
    }

    /// The first line of the accessories.
    var headline: Text {
        switch content {
        case .track(let track): Text(verbatim: track.title)
        case .nothing, .zoneMissing: zoneName.map { Text(verbatim: $0) } ?? Text("Room")
        case .noZone: Text("Now Playing")
        case .unreachable(let last): Text(verbatim: last?.title ?? zoneName ?? "")
        }
    }

    /// The second line of the accessories.
    var detail: Text {
        switch content {
        case .track(let track): Text(verbatim: track.artist)
        case .nothing, .noZone, .zoneMissing, .unreachable: Text(stateName)
        }
    }
}
