import FoundationEssentials
import SubdialPlayback

extension PlayerMessage {
    /// True if `right` overrides `left`.
    ///
    /// The order is by timestamp; for equal timestamps a reading overrides a control; then by the controllers' names, and finally by the
    /// contents, so that only identical messages have equal rank.
    static func precedes(_ left: PlayerMessage, _ right: PlayerMessage) -> Bool {
        let (leftRank, rightRank) = (left.rank, right.rank)
        if leftRank != rightRank { return leftRank < rightRank }
        let (leftName, rightName) = (left.controller ?? "", right.controller ?? "")
        if leftName != rightName { return leftName < rightName }
        // The most common tie is a duplicate.
        return left.body != right.body && left.body.parts.lexicographicallyPrecedes(right.body.parts)
    }

    private var rank: (Date, Int) {
        if case .nowPlaying = body { (timestamp, 1) } else { (timestamp, 0) }
    }

    /// The number of UTF-8 bytes of all texts, as a measure of the memory needed.
    var textBytes: Int {
        var bytes = (zone ?? "").utf8.count + (controller ?? "").utf8.count
        if case .nowPlaying(let message) = body {
            let track = message.track ?? nil
            for text in [track?.title, track?.artist, track?.album, message.id ?? nil, message.artwork ?? nil] {
                bytes += text?.utf8.count ?? 0
            }
        }
        return bytes
    }
}

/// A comparable part of a message; the order is arbitrary but total.
private enum OrderedPart: Comparable {
    case unsaid, none
    case number(Double)
    case text(String)

    static func of(_ said: Double??) -> OrderedPart { said.map { $0.map(OrderedPart.number) ?? .none } ?? .unsaid }
    static func of(_ said: String??) -> OrderedPart { said.map { $0.map(OrderedPart.text) ?? .none } ?? .unsaid }
    static func of(_ said: Double?) -> OrderedPart { said.map { .number($0) } ?? .unsaid }
    static func of(_ said: Bool?) -> OrderedPart { said.map { .number($0 ? 1 : 0) } ?? .unsaid }

    static func change(_ change: Change?) -> [OrderedPart] {
        switch change {
        case .to(let value): [.number(value), .unsaid]
        case .by(let difference): [.unsaid, .number(difference)]
        case nil: [.unsaid, .unsaid]
        }
    }
}

extension PlayerMessage.Body {
    /// All contents, so that two bodies have equal parts only if they are equal.
    fileprivate var parts: [OrderedPart] {
        switch self {
        case .nowPlaying(let message):
            let track = message.track
            return [
                .text("now_playing"), .of(track.map { $0?.title }), .of(track.map { $0?.artist }), .of(track.map { $0?.album }),
                .of(track.map { $0?.length }), .of(message.id), .of(message.position), .of(message.status?.rawValue), .of(message.artwork),
                .of(message.volume), .of(message.isMuted),
            ]
        case .playback(let action, let position): return [.text("playback"), .text(action.rawValue), .of(position)]
        case .volume(let message): return [.text("volume"), .of(message.isMuted)] + OrderedPart.change(message.change)
        case .seek(let change, let duration): return [.text("seek"), .of(duration)] + OrderedPart.change(change)
        // No zone has these messages.
        case .library: return [.text("library")]
        }
    }
}

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
        static let length = Fields(rawValue: 64)
    }

    /// The fields that the message sets absolutely.
    var sets: Fields {
        switch body {
        case .nowPlaying(let message):
            var fields: Fields = []
            if message.track != nil { fields.formUnion([.track, .length]) }
            if message.artwork != nil { fields.insert(.artwork) }
            if message.position != nil { fields.insert(.position) }
            if message.status != nil { fields.insert(.status) }
            if message.volume != nil { fields.insert(.volume) }
            if message.isMuted != nil { fields.insert(.mute) }
            return fields
        case .playback(let action, let position):
            var fields: Fields = action == .play || action == .pause || action == .stop ? .status : []
            if position != nil, action != .next, action != .previous { fields.insert(.position) }
            return fields
        case .volume(let message):
            var fields: Fields = message.isMuted == nil ? [] : .mute
            if case .to? = message.change { fields.insert(.volume) }
            return fields
        case .seek(let change, let duration):
            var fields: Fields = duration == nil ? [] : .length
            if case .to = change { fields.insert(.position) }
            return fields
        case .library: return []
        }
    }

    /// The fields that the message changes relative to their previous values.
    var moves: Fields {
        switch body {
        case .playback(.playPause, _): return .status
        case .volume(let message):
            if case .by? = message.change { return .volume }
            return []
        case .seek(.by, _): return .position
        default: return []
        }
    }
}
