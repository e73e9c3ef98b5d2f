import Feeds
import Playback

/// What the words behind `subdial control` ask for, be they typed, configured for a click, or sent by a bar.
public enum ControlRequest: Hashable, Sendable {
    case playback(PlaybackControl)
    case volume(VolumeChange)
    /// Another zone: an id, a name, `next` or `previous`.
    case zone(String)

    private static let plain: [String: PlaybackControl] = [
        "play": .play, "pause": .pause, "play-pause": .playPause, "next": .next, "previous": .previous, "stop": .stop, "mute": .mute,
    ]

    /// Reads an action's name and its values.
    ///
    /// - Throws: What is wrong with which of them.
    public init(_ action: String, _ words: [String]) throws(ControlRequestError) {
        // What stands behind `--` is no option: `control volume -- -2`.
        let values = words.first == "--" ? Array(words.dropFirst()) : words
        if let control = Self.plain[action] {
            guard values.isEmpty else { throw ControlRequestError("control \(action) takes nothing, not '\(values[0])'") }
            self = .playback(control)
            return
        }
        guard ["volume", "seek", "zone"].contains(action) else {
            let words = (Self.plain.keys.sorted() + ["volume", "seek", "zone"]).joined(separator: ", ")
            throw ControlRequestError("control does not know '\(action)'; there are \(words)")
        }
        guard let value = values.first, values.count == 1, !value.isEmpty else {
            throw ControlRequestError("control \(action) takes one value, such as '\(action == "zone" ? "Kitchen" : "+5")'")
        }
        switch action {
        case "zone": self = .zone(value)
        case "volume": self = .volume(try Self.volume(value))
        default: self = .playback(.seek(try Self.seconds(value)))
        }
    }

    /// Reads an action and its value from one text, as a click's words are configured: `volume +2`, `zone Living Room`.
    public init(words: String) throws(ControlRequestError) {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        try self.init(parts.first ?? "", Array(parts.dropFirst()))
    }

    /// `+5` and `-5` move it by so much, `90` is a place in the track.
    private static func seconds(_ text: String) throws(ControlRequestError) -> Change {
        guard let number = Double(text), number.isFinite else {
            throw ControlRequestError("control seek takes seconds, like 30, +5 or -5, not '\(text)'")
        }
        return text.hasPrefix("+") || text.hasPrefix("-") ? .by(number) : .to(number)
    }

    /// A volume, or by how much to move it.
    ///
    /// `+5` and `-5` move it by so much; a zone in decibels is set to −20 with `=-20`. `%` counts hundredths of the zone's range, and `up`
    /// and `down` move it by the step that is configured, or else the zone's own. What begins with `=` is meant exactly.
    private static func volume(_ text: String) throws(ControlRequestError) -> VolumeChange {
        switch text {
        case "up": return .up
        case "down": return .down
        default: break
        }
        let isExact = text.hasPrefix("=")
        guard let amount = VolumeAmount(isExact ? String(text.dropFirst()) : text) else {
            throw ControlRequestError("control volume takes a number, like 30, +5, -5, +2% or =-20dB, or 'up' or 'down', not '\(text)'")
        }
        if isExact || amount.measure == .db && text.hasPrefix("0") { return .exactly(amount) }
        return ["+", "-", "−"].contains(text.prefix(1)) ? .by(amount) : .to(amount)
    }
}

/// Words that ask for nothing that there is.
public struct ControlRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, and what to write instead.
    public let description: String

    init(_ description: String) { self.description = description }
}

extension ControlSession {
    /// Does what was asked.
    ///
    /// - Parameter isClick: True for a click or a wheel in a bar.
    /// - Returns: A message worth telling though all went well; nil where there is none.
    @discardableResult
    public func perform(_ request: ControlRequest, isClick: Bool = false) async throws(SourceError) -> String? {
        switch request {
        case .zone(let name):
            _ = try await choose(name)
        case .playback(let control):
            try await perform(control)
        case .volume(let change):
            let outcome = try await self.change(change, isClick: isClick)
            let result = "'\(outcome.zone)' is set to \(outcome.volume.text)"
            switch outcome.bound {
            case .limit: return "\(result): 'volume: max' in the configuration allows no more"
            case .rise: return "\(result): one step upward goes no further; write '=50%' for a place, or set 'volume: maxStep'"
            case nil: break
            }
        }
        return nil
    }
}
