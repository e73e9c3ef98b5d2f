/// The settings of a channel that can be edited.
public enum ConsoleField: String, Hashable, Sendable, CaseIterable {
    /// The fader, 0 to 1.
    case fader
    /// The place between left and right, −1 to 1.
    case pan
    /// Silence, 0 or 1.
    case mute
    /// Solo, 0 or 1.
    case solo

    /// True for settings that are on or off.
    public var isSwitch: Bool { self == .mute || self == .solo }

    /// The name in messages.
    func wireName(isMaster: Bool) -> String {
        switch self {
        case .fader: isMaster ? "masterFader" : "volume"
        case .pan, .mute, .solo: rawValue
        }
    }

    /// Names under which messages tell it, the usual one first.
    var wireNames: [String] {
        switch self {
        case .fader: ["volume", "faderLevel", "fader"]
        case .pan: ["pan"]
        case .mute: ["mute", "isMuted", "muted"]
        case .solo: ["solo", "isSolo", "soloed"]
        }
    }

    /// The value within the setting's range; what is no number counts as its rest.
    public func clamped(_ value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        return switch self {
        case .fader: min(max(0, value), 1)
        case .pan: min(max(-1, value), 1)
        case .mute, .solo: value == 0 ? 0 : 1
        }
    }
}
