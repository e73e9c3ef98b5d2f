import SubdialBasics
import SubdialTimeline

/// The intents of tap regions, and the commands that they stand for.
enum TapIntent {
    /// The `subdial control` commands for playback intents; HTTP accepts no others.
    private static let controls = [
        "mute": "mute", "next": "next", "pause": "pause", "play": "play", "playPause": "play-pause", "previous": "previous",
        "shuffle": "shuffle", "stop": "stop", "volumeDown": "volume down", "volumeUp": "volume up",
    ]
    /// The intents that take a number.
    private static let settings = ["seek": "seek", "volume": "volume", "volumePercent": "volume"]

    /// The command that the source receives.
    ///
    /// - Parameters:
    ///   - value: The numeric argument of the intent: a volume on the zone's own scale, a volume in per cent of the zone's range, or a playback
    ///     position in seconds.
    ///   - isPlayback: True for playback; other kinds have actions of their own.
    /// - Throws: ``ServeError`` for an unknown intent.
    static func words(_ intent: String, value: Double?, isPlayback: Bool) throws(ServeError) -> String {
        guard isPlayback else {
            guard value == nil else { throw ServeError(.badRequest, "'\(intent.oneLine(limit: 80))' takes no value") }
            return intent
        }
        if let words = settings[intent] {
            guard let value, value.isFinite, value >= 0, value <= 1e6 else {
                throw ServeError(.badRequest, "'\(intent)' takes a value, a number of 0 or more")
            }
            return "\(words) \(Int(saturating: value.rounded()))\(intent == "volumePercent" ? "%" : "")"
        }
        guard let words = controls[intent] else {
            let known = (Array(controls.keys) + settings.keys).sorted().joined(separator: ", ")
            throw ServeError(.notFound, "there is no intent '\(intent.oneLine(limit: 80))'; there are \(known)")
        }
        guard value == nil else { throw ServeError(.badRequest, "'\(intent)' takes no value") }
        return words
    }

    /// The label of a button for an intent: `playPause` is "Play or pause", `togglePower` "Toggle power".
    static func label(_ intent: String) -> String {
        switch intent {
        case "playPause": return "Play or pause"
        case "next": return "Next track"
        case "previous": return "Previous track"
        case "volumePercent": return "Volume"
        default: break
        }
        var words = ""
        for character in intent {
            if character.isUppercase || character == "-" || character == "_" { words += " " }
            if character != "-", character != "_" { words += words.isEmpty ? character.uppercased() : character.lowercased() }
        }
        return words
    }
}
