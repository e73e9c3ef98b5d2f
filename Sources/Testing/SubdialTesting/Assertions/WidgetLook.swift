import FoundationEssentials
import SubdialExpressions
import SubdialLayout
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgets

/// The look in which a widget is drawn, with the options of `subdial render` and of snapshot suites.
struct WidgetLook: Hashable, Sendable {
    var family: WidgetFamily
    var appearance = Appearance.dark
    /// The device; nil for the family's default device.
    var device: DeviceName?
    var mode = RenderingMode.fullColor
    var theme = "default"
    /// The text size; nil for the device's own.
    var typeSize: TypeSize?
    /// The language; nil for English.
    var language: String?
    var placement = WidgetPlacement.standard
    /// The layout direction; nil for that of the language.
    var direction: LayoutDirection?
    var redaction: Redaction?
    /// The other details of the look.
    var details = LookDetails()

    /// Checks the details of a look.
    ///
    /// - Throws: ``LookError`` for a number out of range, or an unknown time zone.
    static func check(_ details: LookDetails) throws(LookError) {
        if let zone = details.timeZone, zone == "local" || !TimeZones.isKnown(zone) {
            throw LookError(description: "timeZone(_:) takes a zone such as Europe/Berlin, UTC or +01:00, not '\(zone)'")
        }
        guard details.moment.isFinite, details.moment.magnitude <= 1e9 else {
            throw LookError(description: "after(seconds:) takes a number of up to 1e9, not \(details.moment)")
        }
        if let scale = details.scale, !(scale.isFinite && scale > 0 && scale <= 32) {
            throw LookError(description: "scale(_:) takes a number above 0 and up to 32, not \(scale)")
        }
    }

    /// The name components of the look; default values have none.
    var words: [String] {
        let usual: [(String?, String)] = [
            (mode.rawValue, "fullColor"), (theme, "default"), (typeSize?.rawValue, ""), (language, "en"), (placement.rawValue, "standard"),
            (direction?.rawValue, ""), (redaction?.rawValue, ""),
        ]
        return [family.rawValue, device?.id, appearance.rawValue].compactMap { $0 } + usual.compactMap { $0.0 == $0.1 ? nil : $0.0 }
            + details.words(deviceScale: nil)
    }
}

/// The error of an invalid look.
struct LookError: Error, CustomStringConvertible {
    let description: String
}
