/// The editable settings of a channel.
package enum ConsoleField: String, Hashable, Sendable, CaseIterable {
    /// The fader, 0 to 1.
    case fader
    /// The pan, −1 (left) to 1 (right).
    case pan
    /// The mute switch, 0 or 1.
    case mute
    /// The solo switch, 0 or 1.
    case solo

    /// True for settings with the values 0 and 1.
    package var isSwitch: Bool { self == .mute || self == .solo }

    /// The key in messages.
    func wireName(isMaster: Bool) -> String {
        switch self {
        case .fader: isMaster ? "masterFader" : "volume"
        case .pan, .mute, .solo: rawValue
        }
    }

    /// The keys accepted in messages, the preferred one first.
    var wireNames: [String] {
        switch self {
        case .fader: ["volume", "faderLevel", "fader"]
        case .pan: ["pan"]
        case .mute: ["mute", "isMuted", "muted"]
        case .solo: ["solo", "isSolo", "soloed"]
        }
    }

    /// The value clamped to the setting's range; 0 for NaN.
    package func clamped(_ value: Double) -> Double {
        guard !value.isNaN else { return 0 }
        return switch self {
        case .fader: min(max(0, value), 1)
        case .pan: min(max(-1, value), 1)
        case .mute, .solo: value == 0 ? 0 : 1
        }
    }
}
