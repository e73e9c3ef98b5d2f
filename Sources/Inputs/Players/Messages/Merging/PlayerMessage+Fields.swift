extension PlayerMessage {
    /// The fields of a zone's state that messages can change.
    struct Fields: OptionSet, Sendable {
        let rawValue: Int

        static let track = Fields(rawValue: 1)
        static let artwork = Fields(rawValue: 2)
        static let position = Fields(rawValue: 4)
        static let status = Fields(rawValue: 8)
        static let volume = Fields(rawValue: 16)
        static let mute = Fields(rawValue: 32)
    }

    /// The fields that the message sets absolutely.
    var sets: Fields {
        switch body {
        case .nowPlaying(let message):
            var fields: Fields = []
            if message.track != nil { fields.insert(.track) }
            if message.artwork != nil { fields.insert(.artwork) }
            if message.position != nil { fields.insert(.position) }
            if message.status != nil { fields.insert(.status) }
            if message.volume != nil { fields.insert(.volume) }
            if message.isMuted != nil { fields.insert(.mute) }
            return fields
        case .playback(let action):
            return action == .play || action == .pause || action == .stop ? .status : []
        case .volume(let message):
            var fields: Fields = message.isMuted == nil ? [] : .mute
            if case .to? = message.change { fields.insert(.volume) }
            return fields
        case .seek(let change):
            if case .to = change { return .position }
            return []
        }
    }

    /// The fields that the message changes relative to their previous values.
    var moves: Fields {
        switch body {
        case .playback(.playPause): return .status
        case .volume(let message):
            if case .by? = message.change { return .volume }
            return []
        case .seek(.by): return .position
        default: return []
        }
    }
}
