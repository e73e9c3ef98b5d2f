import SubdialBasics
import SubdialDocuments

/// A requested change of one setting.
package struct ConsoleEdit: Hashable, Sendable {
    /// The sequence number among the client's edits, from 1.
    package var sequence: Int64
    /// The channel's id, or ``ConsoleState/masterID``.
    package var channel: String
    /// The setting.
    package var field: ConsoleField
    /// The value, within the setting's range.
    package var value: Double
    /// The time of the request, in nanoseconds since 1970.
    package var time: Int64

    /// Makes an edit.
    package init(_ sequence: Int64, channel: String, field: ConsoleField, value: Double, time: Int64) {
        self.sequence = sequence
        self.channel = channel
        self.field = field
        self.value = field.clamped(value)
        self.time = time
    }

    /// The value in messages and files: a Boolean for a switch.
    package var jsonValue: JSONValue { field.isSwitch ? .bool(value != 0) : .double(value) }

    /// The edit as display text: `vox fader 72 %`.
    package var text: String {
        let words =
            switch field {
            case .fader: "\(Int(saturating: (value * 100).rounded())) %"
            case .pan: Self.pan(value)
            case .mute, .solo: value == 0 ? "off" : "on"
            }
        return "\(channel) \(field.rawValue) \(words)"
    }

    /// A pan value as display text: `L40`, `C` or `R40`.
    package static func pan(_ value: Double) -> String {
        let hundredths = Int(saturating: (value * 100).rounded())
        return hundredths == 0 ? "C" : "\(hundredths < 0 ? "L" : "R")\(abs(hundredths))"
    }
}
