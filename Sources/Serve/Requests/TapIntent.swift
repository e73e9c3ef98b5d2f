import Timeline

/// The intents of tap regions, and what they have a subject do.
enum TapIntent {
    /// The words of `subdial control` for the intents of what plays: no others are taken over HTTP.
    private static let controls = [
        "mute": "mute", "next": "next", "pause": "pause", "play": "play", "playPause": "play-pause", "previous": "previous",
        "shuffle": "shuffle", "stop": "stop", "volumeDown": "volume down", "volumeUp": "volume up",
    ]
    /// The intents that take a number.
    private static let settings = ["seek", "volume"]

    /// The words that a source is given.
    ///
    /// - Parameters:
    ///   - value: The number that an intent takes: a volume, a place in the track in seconds.
    ///   - isPlayback: True for what plays; other kinds have actions of their own.
    /// - Throws: ``ServeError`` for an intent that there is not.
    static func words(_ intent: String, value: Double?, isPlayback: Bool) throws(ServeError) -> String {
        guard isPlayback else {
            guard value == nil else { throw ServeError(.badRequest, "'\(intent.shown)' takes no value") }
            return intent
        }
        if settings.contains(intent) {
            guard let value, value.isFinite, value >= 0, value <= 1e6 else {
                throw ServeError(.badRequest, "'\(intent)' takes a value, a number of 0 or more")
            }
            return "\(intent) \(Int(saturating: value.rounded()))"
        }
        guard let words = controls[intent] else {
            let known = (controls.keys + settings).sorted().joined(separator: ", ")
            throw ServeError(.notFound, "there is no intent '\(intent.shown)'; there are \(known)")
        }
        guard value == nil else { throw ServeError(.badRequest, "'\(intent)' takes no value") }
        return words
    }

    /// The name of a button for an intent: `playPause` is "Play or pause", `togglePower` "Toggle power".
    static func label(_ intent: String) -> String {
        switch intent {
        case "playPause": return "Play or pause"
        case "next": return "Next track"
        case "previous": return "Previous track"
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
