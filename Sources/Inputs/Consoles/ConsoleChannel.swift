import SubdialMixers

/// A channel strip of a mixing console.
package struct ConsoleChannel: Hashable, Sendable {
    /// The id that the console uses.
    package let id: String
    /// The display name; the id if the console has sent none.
    package internal(set) var name: String
    /// The type `audio`, `midi`, `bus` or `master`; empty if unknown.
    package internal(set) var type: String
    /// The settings with their timestamps.
    private var stamps: [ConsoleStamp]
    /// The level meter; nil before the first level.
    private(set) var meter: MeterBallistics?
    /// The meter of the peaks that the console sends separately.
    private(set) var peaks = MeterBallistics()
    /// True while edits of the strip are pending.
    package internal(set) var isPending = false

    /// Makes a strip with default settings.
    init(id: String, name: String, type: String = "") {
        self.id = id
        self.name = name
        self.type = type
        stamps = ConsoleField.allCases.map { ConsoleStamp($0 == .fader ? 0.8 : 0) }
    }

    /// A setting with its timestamps.
    package internal(set) subscript(field: ConsoleField) -> ConsoleStamp {
        get { stamps[field.index] }
        set { stamps[field.index] = newValue }
    }

    /// True if the strip is muted.
    package var isMuted: Bool { self[.mute].value != 0 }
    /// True if the strip is soloed.
    package var isSolo: Bool { self[.solo].value != 0 }
    /// The level in dB; nil if the console sends none.
    package var level: Double? { meter?.level }
    /// The peak in dB; nil if the console sends no level.
    package var peak: Double? { meter.map { max($0.level, peaks.peak) } }

    /// Applies a report about the strip.
    mutating func take(_ report: ConsoleChannelReport, at time: Int64, written: [ConsoleField: Int64], seconds: Double) {
        if let name = report.name { self.name = name }
        if let type = report.type { self.type = type }
        for (field, value) in report.values { self[field].take(value, at: time, written: written[field]) }
        guard report.level != nil || report.peak != nil else { return }
        let level = report.level ?? MeterBallistics.floor
        var meter = meter ?? MeterBallistics()
        meter.take(level, at: seconds)
        self.meter = meter
        peaks.take(max(level, report.peak ?? level), at: seconds)
    }
}

extension ConsoleField {
    fileprivate var index: Int {
        switch self {
        case .fader: 0
        case .pan: 1
        case .mute: 2
        case .solo: 3
        }
    }
}
