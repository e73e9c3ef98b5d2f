import FoundationEssentials
import Playback

extension PlayerMessage {
    /// Whether `right` has the last word where both speak of the same thing: by moment; for one moment a reading outweighs a control; then
    /// by the controllers' names, and last by what they say, so that two messages are equal in rank only where they are the same.
    static func precedes(_ left: PlayerMessage, _ right: PlayerMessage) -> Bool {
        let (leftRank, rightRank) = (left.rank, right.rank)
        if leftRank != rightRank { return leftRank < rightRank }
        let (leftName, rightName) = (left.controller ?? "", right.controller ?? "")
        if leftName != rightName { return leftName < rightName }
        // The commonest tie is one message twice.
        return left.body != right.body && left.body.parts.lexicographicallyPrecedes(right.body.parts)
    }

    private var rank: (Date, Int) {
        if case .nowPlaying = body { (timestamp, 1) } else { (timestamp, 0) }
    }

    /// Bytes of UTF-8 of all its texts: what it costs to keep it.
    var textBytes: Int {
        var bytes = (zone ?? "").utf8.count + (controller ?? "").utf8.count
        if case .nowPlaying(let message) = body {
            let track = message.track ?? nil
            for text in [track?.title, track?.artist, track?.album, message.artwork ?? nil] { bytes += text?.utf8.count ?? 0 }
        }
        return bytes
    }
}

/// Something in a message that has an order; which one does not matter.
private enum OrderedPart: Comparable {
    case unsaid, none
    case number(Double)
    case text(String)

    static func of(_ said: Double??) -> OrderedPart { said.map { $0.map(OrderedPart.number) ?? .none } ?? .unsaid }
    static func of(_ said: String??) -> OrderedPart { said.map { $0.map(OrderedPart.text) ?? .none } ?? .unsaid }
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
    /// All that it says, so that two bodies have the same parts only where they say the same.
    fileprivate var parts: [OrderedPart] {
        switch self {
        case .nowPlaying(let message):
            let track = message.track
            return [
                .text("now_playing"), .of(track.map { $0?.title }), .of(track.map { $0?.artist }), .of(track.map { $0?.album }),
                .of(track.map { $0?.length }), .of(message.position), .of(message.status?.rawValue), .of(message.artwork),
                .of(message.volume), .of(message.isMuted),
            ]
        case .playback(let action): return [.text("playback"), .text(action.rawValue)]
        case .volume(let message): return [.text("volume"), .of(message.isMuted)] + OrderedPart.change(message.change)
        case .seek(let change): return [.text("seek")] + OrderedPart.change(change)
        }
    }
}
