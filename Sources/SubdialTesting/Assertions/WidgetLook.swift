import FoundationEssentials
import Layout
import Snapshots
import Timeline
import Widgets

/// The look in which a widget is drawn: the axes that `subdial render` and snapshot suites have.
struct WidgetLook: Hashable, Sendable {
    var family: WidgetFamily
    var appearance = Appearance.dark
    /// nil for the one that the family is usually drawn on.
    var device: DeviceName?
    var mode = RenderingMode.fullColor
    var theme = "default"
    /// nil for the device's own.
    var typeSize: TypeSize?
    /// nil for English.
    var language: String?
    var placement = WidgetPlacement.standard
    /// nil for that of the language.
    var direction: LayoutDirection?
    var redaction: Redaction?
    /// The details of the look beside these.
    var details = LookDetails()

    /// - Throws: A number that no look can have.
    func check() throws(LookError) {
        guard details.moment.isFinite, details.moment.magnitude <= 1e9 else {
            throw LookError(description: "after(seconds:) takes a number of up to 1e9, not \(details.moment)")
        }
        if let scale = details.scale, !(scale.isFinite && scale > 0 && scale <= 32) {
            throw LookError(description: "scale(_:) takes a number above 0 and up to 32, not \(scale)")
        }
    }

    /// The words of the look that stand in names: those that are not everyone's.
    var words: [String] {
        let usual: [(String?, String)] = [
            (mode.rawValue, "fullColor"), (theme, "default"), (typeSize?.rawValue, ""), (language, "en"), (placement.rawValue, "standard"),
            (direction?.rawValue, ""), (redaction?.rawValue, ""),
        ]
        return [family.rawValue, device?.id, appearance.rawValue].compactMap { $0 } + usual.compactMap { $0.0 == $0.1 ? nil : $0.0 }
            + details.words(deviceScale: nil)
    }
}

/// A look that there cannot be.
struct LookError: Error, CustomStringConvertible {
    let description: String
}
