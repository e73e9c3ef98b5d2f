import Expressions

/// The details of a look beside its words: each is the option of `subdial render` with its name.
public struct LookDetails: Hashable, Sendable {
    /// The zone in which dates are told; nil for UTC.
    public var timeZone: String?
    /// The colour of a tinted home screen or of a watch's face; nil for the system's own.
    public var tint: String?
    /// The picture behind the widget, relative to the suite; nil for none.
    public var backdrop: String?
    /// True for StandBy in the dark.
    public var isNight = false
    /// True for an Always-On display.
    public var isLuminanceReduced = false
    /// True where the widget's own ground is left out.
    public var hidesBackground = false
    /// Pixels to a point; nil for the device's own.
    public var scale: Double?
    /// True where the corners of home-screen families stay square.
    public var isSquare = false
    /// The inks of a panel; nil for all colours.
    public var panel: SnapshotPanel?
    /// The seconds from the beginning to the moment that is shown.
    public var moment = 0.0
    /// True for a frame of an animation, in which symbols move.
    public var isAnimated = false

    /// A look as everyone has it.
    public init() {}

    /// The word for a tint, a backdrop or a panel that there is none of.
    static let none = "none"

    /// The words that stand in names; usual ones do not.
    ///
    /// - Parameter deviceScale: The device's own pixels to a point; nil for any scale to be a word.
    public func words(deviceScale: Double?) -> [String] {
        [
            zoneWord, tint.map { "tint\($0.lowercased())".safeInNames },
            backdrop.map { "backdrop-\(SuiteReader.name(of: $0))".safeInNames },
            isNight ? "night" : nil, isLuminanceReduced ? "reducedLuminance" : nil, hidesBackground ? "noBackground" : nil,
            scale.flatMap { $0 == deviceScale ? nil : "\($0.plainText)x".safeInNames }, isSquare ? "square" : nil, panel?.word,
            moment == 0 ? nil : Self.word(ofMoment: moment).safeInNames, isAnimated ? "animated" : nil,
        ].compactMap { $0 }
    }

    /// The word of the zone; nil for UTC.
    var zoneWord: String? {
        guard let timeZone, timeZone != "UTC" else { return nil }
        let sign = timeZone.hasPrefix("+") ? "plus" : timeZone.hasPrefix("-") ? "minus" : ""
        return (sign + timeZone.dropFirst(sign.isEmpty ? 0 : 1)).safeInNames
    }

    /// The zones in which dates are told: a machine stands where the suite says.
    var timeZones: TimeZones { timeZone.map { TimeZones(standard: $0, local: $0) } ?? TimeZones() }

    /// The word of a moment: `30s`, or `500ms` where it has no whole seconds.
    static func word(ofMoment seconds: Double) -> String {
        let milliseconds = Int(saturating: (seconds * 1000).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}

extension Double {
    /// The number without a point where it is whole.
    var plainText: String { self == rounded() && magnitude < 1e15 ? String(Int(saturating: self)) : String(self) }
}
