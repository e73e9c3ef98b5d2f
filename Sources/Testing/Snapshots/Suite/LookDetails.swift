import SubdialBasics
import SubdialExpressions

/// The details of a look; each corresponds to the option of `subdial render` with the same name.
package struct LookDetails: Hashable, Sendable {
    /// The time zone for displayed dates; nil for UTC.
    package var timeZone: String?
    /// The colour of a tinted home screen or of a watch face; nil for the system's default.
    package var tint: String?
    /// The path of the picture behind the widget, relative to the suite; nil for none.
    package var backdrop: String?
    /// True for StandBy at night.
    package var isNight = false
    /// True for an Always-On display.
    package var isLuminanceReduced = false
    /// True if the widget's own background is omitted.
    package var hidesBackground = false
    /// Pixels per point; nil for the device's own.
    package var scale: Double?
    /// True if home-screen families have square corners.
    package var isSquare = false
    /// The options of a panel; nil for all colours.
    package var panel: SnapshotPanel?
    /// The displayed time, in seconds after the start.
    package var moment = 0.0
    /// True for a frame of an animation, in which symbols move.
    package var isAnimated = false

    /// The default look.
    package init() {}

    /// The suite's word for no tint, backdrop or panel.
    static let none = "none"

    /// The name components of the look; default values have none.
    ///
    /// - Parameter deviceScale: The device's own scale in pixels per point; nil to include any scale.
    package func words(deviceScale: Double?) -> [String] {
        [
            zoneWord, tint.map { "tint\($0.lowercased())".safeInNames },
            backdrop.map { "backdrop-\(SuiteReader.name(of: $0))".safeInNames },
            isNight ? "night" : nil, isLuminanceReduced ? "reducedLuminance" : nil, hidesBackground ? "noBackground" : nil,
            scale.flatMap { $0 == deviceScale ? nil : "\($0.plainText)x".safeInNames }, isSquare ? "square" : nil, panel?.word,
            moment == 0 ? nil : Self.word(ofMoment: moment).safeInNames, isAnimated ? "animated" : nil,
        ].compactMap { $0 }
    }

    /// The name component of the time zone; nil for UTC.
    var zoneWord: String? {
        guard let timeZone, timeZone != "UTC" else { return nil }
        let sign = timeZone.hasPrefix("+") ? "plus" : timeZone.hasPrefix("-") ? "minus" : ""
        return (sign + timeZone.dropFirst(sign.isEmpty ? 0 : 1)).safeInNames
    }

    /// The time zones for displayed dates; the machine's own zone is that of the suite.
    var timeZones: TimeZones { timeZone.map { TimeZones(standard: $0, local: $0) } ?? TimeZones() }

    /// The name component of a displayed time: `30s`, or `500ms` if it is not a whole number of seconds.
    static func word(ofMoment seconds: Double) -> String {
        let milliseconds = Int(saturating: (seconds * 1000).rounded())
        return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
    }
}

extension Double {
    /// The number without a decimal point if it is an integer.
    var plainText: String { self == rounded() && magnitude < 1e15 ? String(Int(saturating: self)) : String(self) }
}
