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
    mutating func apply(_ report: ConsoleChannelReport, at time: Int64, written: [ConsoleField: Int64], seconds: Double) {
        if let name = report.name { self.name = name }
        if let type = report.type { self.type = type }
        for (field, value) in report.values { self[field].apply(value, at: time, written: written[field]) }
        guard report.level != nil || report.peak != nil else { return }
        let level = report.level ?? MeterBallistics.floor
        var meter = meter ?? MeterBallistics()
        meter.update(level, at: seconds)
        self.meter = meter
        peaks.update(max(level, report.peak ?? level), at: seconds)
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

/// A value with the timestamps for last-writer-wins merging.
///
/// All times are nanoseconds since 1970.
package struct ConsoleStamp: Hashable, Sendable {
    /// The value.
    package private(set) var value: Double
    /// When the value was written, as far as known; 0 if unknown.
    package private(set) var changed: Int64 = 0
    /// True if ``changed`` is the time of the write itself, and not that of the message in which the value had changed.
    package private(set) var isExact = false
    /// The time of the last message with this value; nil before the first.
    private var told: Int64?

    /// Makes a value without a writer.
    init(_ value: Double) { self.value = value }

    /// Applies the value of a message, unless it is older than the present one.
    ///
    /// - Parameters:
    ///   - time: The message's time.
    ///   - written: The time of the write according to the console; nil if unknown.
    fileprivate mutating func apply(_ new: Double, at time: Int64, written: Int64?) {
        guard time >= told ?? time else { return }
        if let written {
            guard !isExact || written >= changed else { return }
            (value, changed, isExact) = (new, written, true)
        } else if told == nil {
            // The time of the write is unknown.
            (value, changed, isExact) = (new, 0, false)
        } else if new != value {
            (value, changed, isExact) = (new, time, false)
        }
        told = time
    }

    /// Applies an edit that the console has confirmed.
    mutating func apply(_ edit: ConsoleEdit) {
        guard edit.time >= changed || !isExact else { return }
        (value, changed, isExact) = (edit.value, edit.time, true)
    }

    /// True if the console reports a write that is later than the edit.
    ///
    /// A change without a write time does not count: the edit itself may have caused it, and the console decides.
    func supersedes(_ edit: ConsoleEdit) -> Bool { isExact && changed > edit.time }

    /// Resets the timestamps, which are not valid on another connection, because the console may have been restarted.
    mutating func forgetTimes() { (changed, isExact, told) = (0, false, nil) }

    /// Sets the displayed value while an edit is pending.
    mutating func display(_ edit: ConsoleEdit) { value = edit.value }
}
