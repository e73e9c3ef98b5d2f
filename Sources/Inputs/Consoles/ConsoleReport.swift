import SubdialBasics
import SubdialDocuments

/// The contents of a message with the console's state.
package struct ConsoleReport: Hashable, Sendable {
    /// The maximum number of channels; further ones are ignored.
    static let maximumChannels = 256

    /// The time at which the console sent it, in nanoseconds; nil if unknown.
    var time: Int64?
    /// True if channels that the message omits have been removed.
    var isWhole: Bool
    /// The reported channels in order.
    var channels: [ConsoleChannelReport]
    /// The master strip; nil if it is not part of the message.
    var master: ConsoleChannelReport?
    /// The id of the selected channel; nil if it is not part of the message, empty for none.
    var selected: String?

    /// Makes an update of channels.
    init(channels: [ConsoleChannelReport]) { (isWhole, self.channels) = (false, channels) }

    /// Parses a `MixingConsoleState` or an `AudioStateUpdate`; nil for anything else.
    ///
    /// Members of the wrong type are ignored.
    init?(_ json: JSONValue) {
        let isUpdate = json["channel_states"] != nil
        guard case .array(let rows)? = json["channel_states"] ?? json["channels"] else { return nil }
        isWhole = !isUpdate
        time = json["timestamp"]?.nanoseconds
        var all = rows.prefix(Self.maximumChannels).compactMap { ConsoleChannelReport($0) }
        master = all.last { $0.id == ConsoleState.masterID }
        all.removeAll { $0.id == ConsoleState.masterID }
        channels = all
        if let fader = json["masterFader"]?.number {
            var report = master ?? ConsoleChannelReport(id: ConsoleState.masterID)
            report.values[.fader] = ConsoleField.fader.clamped(fader)
            report.times[.fader] = report.times[.fader] ?? json["times"]?["masterFader"]?.nanoseconds
            master = report
        }
        switch json["selectedChannel"] {
        case .null?: selected = ""
        case let value?: selected = value.identity
        case nil: selected = nil
        }
    }
}

/// A report about one strip.
struct ConsoleChannelReport: Hashable, Sendable {
    var id: String
    var name: String?
    var type: String?
    var values: [ConsoleField: Double] = [:]
    /// The times in nanoseconds at which the values were written, if the console sends them.
    var times: [ConsoleField: Int64] = [:]
    /// The level in dB.
    var level: Double?
    /// The peak in dB.
    var peak: Double?

    init(id: String) { self.id = id }

    /// Parses a strip; nil if it has no id.
    init?(_ json: JSONValue) {
        guard let id = (json["channel_id"] ?? json["id"])?.identity, !id.isEmpty else { return nil }
        self.init(id: id)
        name = json["name"]?.string.map { $0.line(200) }.flatMap { $0.isEmpty ? nil : $0 }
        type = json["type"]?.string.map { $0.line(40).lowercased() }
        for field in ConsoleField.allCases {
            values[field] = field.wireNames.lazy.compactMap { json[$0]?.number(isSwitch: field.isSwitch) }.first.map(field.clamped)
            times[field] = field.wireNames.lazy.compactMap { json["times"]?[$0]?.nanoseconds }.first
        }
        level = Self.loudest(json, ["level", "levelL", "levelR"])
        peak = Self.loudest(json, ["peak", "peakL", "peakR"])
        if level == nil, case .array(let parameters)? = json["parameters"] {
            func parameter(_ name: String) -> Double? {
                parameters.first { $0["name"]?.string?.lowercased() == name }?["value"]?.number
            }
            (level, peak) = (parameter("level"), peak ?? parameter("peak"))
        }
    }

    /// The highest of the given levels, which may be one level or one for each side.
    private static func loudest(_ json: JSONValue, _ names: [String]) -> Double? { names.compactMap { json[$0]?.number }.max() }
}

extension String {
    /// The first scalars without control characters; limited by scalars, because a character may have any number of them.
    fileprivate func line(_ count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.lazy.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.prefix(count)))
    }
}

extension JSONValue {
    /// An id that is a text or an integer; nil for anything else.
    fileprivate var identity: String? {
        switch self {
        case .string(let text): text.utf8.count <= 200 ? text : nil
        case .integer(let number): String(number)
        case .unsigned(let number): String(number)
        default: nil
        }
    }

    /// A time in nanoseconds; nil for other types.
    fileprivate var nanoseconds: Int64? {
        switch self {
        case .integer(let number): number
        case .double(let number): Int64(saturating: number)
        default: nil
        }
    }

    /// The number; for a switch also a Boolean as 0 or 1.
    fileprivate func number(isSwitch: Bool) -> Double? { number ?? (isSwitch ? bool.map { $0 ? 1 : 0 } : nil) }
}
