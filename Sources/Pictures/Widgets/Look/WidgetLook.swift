import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTimeline

/// The look of a widget: what its picture depends on besides the entry, the template and the date.
///
/// It is what command lines, suites, URLs and tests in Swift are parsed to, and what a worker receives. ``LookAxis/all`` describes each
/// property.
package struct WidgetLook: Hashable, Sendable, Codable {
    /// The family.
    package var family: WidgetFamily
    /// The part of a live activity that is drawn in place of the family; nil for a widget.
    package var presentation: ActivityPresentation?
    /// The frame of a view that is drawn alone, in place of the family; nil for a widget.
    package var frame: ViewFrame?
    /// The id of the device; nil for the default device of the family.
    package var device: String?
    /// A light or a dark appearance.
    package var appearance = Appearance.dark
    /// The rendering mode.
    package var mode = RenderingMode.fullColor
    /// The name of the theme; nil for the default one.
    package var theme: String?
    /// The text size; nil for the device's own.
    package var typeSize: TypeSize?
    /// The language as a BCP 47 tag; nil for English.
    package var language: String?
    /// The place where the system shows the widget.
    package var placement = WidgetPlacement.standard
    /// The layout direction; nil for that of the language.
    package var direction: LayoutDirection?
    /// The redaction; nil for none.
    package var redaction: Redaction?
    /// The time zones of dates.
    package var timeZones = TimeZones()
    /// The colour of a tinted home screen or of a watch face; nil for the system's default.
    package var tint: WidgetTint?
    /// The path of the picture behind the widget; nil for none.
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
    package var panel: PanelChoice?
    /// The time that is shown, in seconds after the start of a snapshot.
    package var moment = 0.0
    /// True for a frame of an animation, in which symbols move.
    package var isAnimated = false

    /// The default look of a family.
    package init(family: WidgetFamily) { self.family = family }

    /// The default look of a part of a live activity.
    package init(presentation: ActivityPresentation) {
        self.init(family: .systemMedium)
        self.presentation = presentation
    }

    /// The look of a control.
    package init(control form: ControlForm) {
        self.init(family: .systemSmall)
        frame = .control(form)
    }

    /// The default look of the family or the part of a live activity with this name; nil for any other name.
    package init?(named name: String) {
        if let family = WidgetFamily(rawValue: name) {
            self.init(family: family)
        } else if let presentation = ActivityPresentation(rawValue: name) {
            self.init(presentation: presentation)
        } else {
            return nil
        }
    }

    /// The name of the part of a live activity, of the frame of a view, or else of the family.
    package var name: String { presentation?.rawValue ?? frame?.description ?? family.rawValue }

    /// True if the system shows it dark in both appearances: the Dynamic Island, StandBy and the Control Center.
    package var isAlwaysDark: Bool { presentation?.isIsland == true || placement == .standBy || frame?.control != nil }

    /// The names of all families, and of all parts of live activities.
    package static let names = WidgetFamily.allCases.map(\.rawValue) + ActivityPresentation.allCases.map(\.rawValue)

    /// The name of the theme, with the default one for nil.
    package var themeName: String { theme ?? Theme.standard }

    /// The device that shows the widget; a panel has its chosen size.
    ///
    /// A named device has its own scale in another size. Other panels have the scale for their size.
    ///
    /// - Throws: `WidgetError.unknown` for an unknown device.
    package func device(in catalog: DeviceCatalog) throws(WidgetError) -> Device {
        // A Smart Stack is on a watch.
        let usual = presentation == .smartStack ? WidgetFamily.accessoryCorner : family
        let found = if let device { try catalog.device(device) } else { try catalog.standardDevice(for: usual) }
        guard let size = panel?.size else { return found }
        return found.panel(size, scale: scale ?? (device == nil ? catalog.scale(ofPanel: size) : found.scale))
    }
}

/// The colour of a tinted home screen or of a watch face, with its text, which names of snapshots contain.
package struct WidgetTint: Hashable, Sendable, Codable {
    /// The colour as written, such as `#FF9500`.
    package let text: String
    /// The colour.
    package let color: Color

    /// Parses `#RGB`, `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
    package init?(_ text: String) {
        guard let color = Color(hex: text) else { return nil }
        (self.text, self.color) = (text, color)
    }
}

extension WidgetEnvironment {
    /// Creates the environment of a look at a date.
    ///
    /// This is the effect of all axes but the theme.
    ///
    /// - Parameters:
    ///   - device: The device of the look, as in ``WidgetLook/device(in:)``.
    ///   - backdrop: The picture of the look's backdrop; nil to read its file.
    /// - Throws: `WidgetError` with the path of an unusable backdrop.
    package init(_ look: WidgetLook, on device: Device, at now: Date, backdrop: Bitmap? = nil) throws(WidgetError) {
        self.init(
            family: look.family, device: device, appearance: look.appearance, mode: look.mode, typeSize: look.typeSize, scale: look.scale,
            isSquare: look.isSquare, now: now)
        if let language = look.language { self.language = language }
        presentation = look.presentation
        frame = look.frame
        placement = look.placement
        direction = look.direction
        if let reason = look.redaction { redaction = [reason] }
        timeZones = look.timeZones
        tint = look.tint?.color
        if let backdrop { self.backdrop = backdrop } else if let path = look.backdrop { self.backdrop = try Backdrop.bitmap(at: path) }
        isNight = look.isNight
        isLuminanceReduced = look.isLuminanceReduced
        if look.hidesBackground { showsContainerBackground = false }
        isAnimated = look.isAnimated
    }
}
