import FoundationEssentials

extension PlayerMessage {
    /// Whether `right` has the last word where both speak of the same thing: by moment; for one moment a reading outweighs a control; then
    /// by the controllers' names, and last by what they say, so that two messages are equal in rank only where they are the same.
    static func precedes(_ left: PlayerMessage, _ right: PlayerMessage) -> Bool {
        let (leftRank, rightRank) = (left.rank, right.rank)
        if leftRank != rightRank { return leftRank < rightRank }
        let (leftName, rightName) = (left.controller ?? "", right.controller ?? "")
        if leftName != rightName { return leftName.utf8.lexicographicallyPrecedes(rightName.utf8) }
        // The commonest tie is one message twice.
        return left.body != right.body && left.line.lexicographicallyPrecedes(right.line)
    }

    private var rank: (Date, Int) {
        if case .nowPlaying = body { (timestamp, 1) } else { (timestamp, 0) }
    }

    /// The parts of a zone's state of which messages speak.
    struct Fields: OptionSet, Sendable {
        let rawValue: Int

        static let track = Fields(rawValue: 1)
        static let artwork = Fields(rawValue: 2)
        static let position = Fields(rawValue: 4)
        static let status = Fields(rawValue: 8)
        static let volume = Fields(rawValue: 16)
        static let mute = Fields(rawValue: 32)
    }

    /// What it sets, whatever was before.
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

    /// What it moves away from where it was before.
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
