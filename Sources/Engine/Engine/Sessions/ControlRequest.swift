import SubdialBasics
import SubdialExpressions
import SubdialFeeds
import SubdialPlayback

/// The parsed arguments of `subdial control`, from a command line, a configured click, or a bar.
package enum ControlRequest: Hashable, Sendable {
    case playback(PlaybackControl)
    case volume(VolumeChange)
    /// Another zone: an id, a name, `next` or `previous`.
    case zone(String)

    private static let plain: [String: PlaybackControl] = [
        "play": .play, "pause": .pause, "play-pause": .playPause, "next": .next, "previous": .previous, "stop": .stop,
    ]
    private static let withValue = ["consume", "loop", "mute", "open", "seek", "shuffle", "single", "volume", "zone"]
    /// The actions that toggle without a value.
    private static let toggles: [String: PlaybackControl] = [
        "consume": .consume(nil), "mute": .mute, "shuffle": .shuffle(nil), "single": .single(nil),
    ]
    /// The modes of `control loop`, with the word that goes through all of them.
    package static let loopWords = LoopMode.allCases.map { $0.rawValue.lowercased() } + ["toggle"]
    /// The values of `control consume` and `control single`.
    package static let queueModeWords = QueueMode.allCases.map(\.rawValue) + ["toggle"]

    /// The names of all actions.
    package static let actions = plain.keys.sorted() + withValue

    /// Parses an action's name and its values.
    ///
    /// - Throws: ``ControlRequestError`` that describes the invalid argument.
    package init(_ action: String, _ words: [String]) throws(ControlRequestError) {
        // Arguments after `--` are not options: `control volume -- -2`.
        let values = words.first == "--" ? Array(words.dropFirst()) : words
        if let control = Self.plain[action] {
            guard values.isEmpty else { throw ControlRequestError("control \(action) takes nothing, not '\(values[0])'") }
            self = .playback(control)
            return
        }
        guard Self.withValue.contains(action) else {
            let hint = Suggestion.hint(for: action, among: Self.actions)
            throw ControlRequestError(
                "control does not know '\(action)'" + (hint.isEmpty ? "; there are \(Self.actions.joined(separator: ", "))" : hint))
        }
        if values.isEmpty, let control = Self.toggles[action] {
            self = .playback(control)
            return
        }
        guard let value = values.first, values.count == 1, !value.isEmpty else {
            throw ControlRequestError("control \(action) takes one value, such as '\(Self.example(of: action))'")
        }
        switch action {
        case "zone": self = .zone(value)
        case "mute": self = .playback(.mute(try Self.isOn(value, of: action)))
        case "shuffle": self = .playback(.shuffle(try Self.isOn(value, of: action)))
        case "open": self = .playback(.open(value))
        case "consume": self = .playback(.consume(try Self.queueMode(value, of: action)))
        case "single": self = .playback(.single(try Self.queueMode(value, of: action)))
        case "loop":
            if value.lowercased() == "toggle" {
                self = .playback(.nextLoop)
                return
            }
            guard let mode = LoopMode.allCases.first(where: { $0.rawValue.lowercased() == value.lowercased() }) else {
                throw ControlRequestError("control loop takes none, track, playlist or toggle, not '\(value)'")
            }
            self = .playback(.loop(mode))
        case "volume": self = .volume(try Self.volume(value))
        default: self = .playback(.seek(try Self.seconds(value)))
        }
    }

    /// Parses an action and its value from one text, as in the configuration of a click: `volume +2`, `zone Living Room`.
    package init(words: String) throws(ControlRequestError) {
        let parts = words.split(separator: " ", maxSplits: 1).map(String.init)
        try self.init(parts.first ?? "", Array(parts.dropFirst()))
    }

    private static func example(of action: String) -> String {
        switch action {
        case "zone": "Kitchen"
        case "loop": "track"
        case "open": "https://radio.example/stream"
        default: "+5"
        }
    }

    /// Parses `on` and `off`; nil for `toggle`.
    private static func isOn(_ word: String, of action: String) throws(ControlRequestError) -> Bool? {
        switch word.lowercased() {
        case "on", "true": true
        case "off", "false": false
        case "toggle": nil
        default: throw ControlRequestError("control \(action) takes on, off or toggle, not '\(word)'")
        }
    }

    /// Parses `on`, `off` and `oneshot`; nil for `toggle`.
    private static func queueMode(_ word: String, of action: String) throws(ControlRequestError) -> QueueMode? {
        switch word.lowercased() {
        case "on", "true": .on
        case "off", "false": .off
        case "oneshot", "once": .oneshot
        case "toggle": nil
        default: throw ControlRequestError("control \(action) takes on, off, oneshot or toggle, not '\(word)'")
        }
    }

    /// Parses a seek target: `+5` and `-5` are relative, `90` and `1:30` are positions in the track.
    private static func seconds(_ text: String) throws(ControlRequestError) -> Change {
        let isStep = text.hasPrefix("+") || text.hasPrefix("-")
        let parts = text.dropFirst(isStep ? 1 : 0).split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in part.allSatisfy { "0123456789.".contains($0) } ? Double(part) : nil }
        // Of hours, minutes and seconds only the first may exceed 59, and only the last may have decimals.
        let isTime = numbers.dropFirst().allSatisfy { $0 < 60 } && numbers.dropLast().allSatisfy { $0 == $0.rounded() }
        guard numbers.count == parts.count, parts.count <= 3, isTime, let last = numbers.last, last.isFinite else {
            throw ControlRequestError("control seek takes seconds or a time, like 30, 1:30, +5 or -5, not '\(text)'")
        }
        let seconds = numbers.reduce(0) { $0 * 60 + $1 }
        return isStep ? .by(text.hasPrefix("-") ? -seconds : seconds) : .to(seconds)
    }

    /// Parses a volume, or a relative change.
    ///
    /// `+5` and `-5` are relative; a zone in decibels is set to −20 with `=-20`. `%` is a percentage of the zone's range, and `up` and
    /// `down` change the volume by the configured step, or else by the zone's own. A value after `=` is absolute.
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

/// The error of invalid control arguments.
package struct ControlRequestError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problem and the correct form.
    package let description: String

    init(_ description: String) { self.description = description }
}

extension VolumeOutcome {
    /// A message if the zone does not have what was requested, or does not report it; nil otherwise.
    fileprivate var message: String? {
        switch change {
        case .set(_, nil): return nil
        case .set(let volume, .limit): return "'\(zone)' is set to \(volume.text): 'volume: max' in the configuration allows no more"
        case .set(let volume, .rise):
            return "'\(zone)' is set to \(volume.text): one step upward goes no further; write '=50%' for a place, or set 'volume: maxStep'"
        case .steps(let count, let wanted):
            guard count != 0 else { return nil }
            let steps = "'\(zone)' is \(count.magnitude == 1 ? "one step" : "\(count.magnitude) steps") \(count > 0 ? "louder" : "quieter")"
            return "\(steps)\(count == wanted ? "" : " instead of \(wanted.magnitude)"): it does not tell where its volume stands"
        }
    }
}

extension ControlSession {
    /// Performs the request.
    ///
    /// - Parameter isClick: True for a click or a wheel event in a bar.
    /// - Returns: A message about a successful action; nil if there is none.
    @discardableResult
    package func perform(_ request: ControlRequest, isClick: Bool = false) async throws(SourceError) -> String? {
        switch request {
        case .zone(let name):
            _ = try await choose(name)
        case .playback(let control):
            try await perform(control)
        case .volume(let change):
            let outcome = try await self.change(change, isClick: isClick)
            return outcome.message
        }
        return nil
    }
}

extension ControlRequestError: ExitCoded {
    /// The exit code of a command that the error ends.
    package var exitStatus: ExitStatus { .wrongUsage }
}
