import JSON

/// A change of one setting that somebody has asked for.
public struct ConsoleEdit: Hashable, Sendable {
    /// The number among the edits of a client, counted from 1.
    public var sequence: Int64
    /// The channel's id, or ``ConsoleState/masterID``.
    public var channel: String
    /// The setting.
    public var field: ConsoleField
    /// The value, within the setting's range.
    public var value: Double
    /// When it was asked for, in nanoseconds since 1970.
    public var time: Int64

    /// Makes an edit.
    public init(_ sequence: Int64, channel: String, field: ConsoleField, value: Double, time: Int64) {
        self.sequence = sequence
        self.channel = channel
        self.field = field
        self.value = field.clamped(value)
        self.time = time
    }

    /// The value as messages and files have it: a switch is true or false.
    public var jsonValue: JSONValue { field.isSwitch ? .bool(value != 0) : .double(value) }

    /// The edit for people: `vox fader 72 %`.
    public var text: String {
        let words =
            switch field {
            case .fader: "\(Int(saturating: (value * 100).rounded())) %"
            case .pan: Self.pan(value)
            case .mute, .solo: value == 0 ? "off" : "on"
            }
        return "\(channel) \(field.rawValue) \(words)"
    }

    /// A place between left and right for people: `L40`, `C` or `R40`.
    public static func pan(_ value: Double) -> String {
        let hundredths = Int(saturating: (value * 100).rounded())
        return hundredths == 0 ? "C" : "\(hundredths < 0 ? "L" : "R")\(abs(hundredths))"
    }
}
