import Mixers

/// A strip of a mixing console.
public struct ConsoleChannel: Hashable, Sendable {
    /// The console's own identity.
    public let id: String
    /// The name for people; the id where none was told.
    public internal(set) var name: String
    /// `audio`, `midi`, `bus` or `master`; empty where it was not told.
    public internal(set) var type: String
    /// The settings with their times.
    private var stamps: [ConsoleStamp]
    /// The level's meter; nil before any level was told.
    private(set) var meter: MeterBallistics?
    /// The meter of the peaks that the console tells besides.
    private(set) var peaks = MeterBallistics()
    /// True while edits of it wait.
    public internal(set) var isPending = false

    /// Makes a strip that nothing is known of but its names.
    init(id: String, name: String, type: String = "") {
        self.id = id
        self.name = name
        self.type = type
        stamps = ConsoleField.allCases.map { ConsoleStamp($0 == .fader ? 0.8 : 0) }
    }

    /// A setting with its times.
    public internal(set) subscript(field: ConsoleField) -> ConsoleStamp {
        get { stamps[field.index] }
        set { stamps[field.index] = newValue }
    }

    /// True while it is silenced.
    public var isMuted: Bool { self[.mute].value != 0 }
    /// True while it is soloed.
    public var isSolo: Bool { self[.solo].value != 0 }
    /// The level in dB; nil where the console tells none.
    public var level: Double? { meter?.level }
    /// The peak in dB; nil where the console tells no level.
    public var peak: Double? { meter.map { max($0.level, peaks.peak) } }

    /// Takes what a message tells of the strip.
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
