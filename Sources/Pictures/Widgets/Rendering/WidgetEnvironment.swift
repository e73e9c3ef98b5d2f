import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTimeline

/// The environment of a picture, which depends on nothing but this, the entry and the template.
public struct WidgetEnvironment: Equatable, Sendable {
    /// The family, which decides the size together with the device.
    public var family: WidgetFamily
    /// The device that shows the picture.
    public var device: Device
    /// A light or a dark appearance.
    public var appearance: Appearance
    /// The mode in which the system renders the widget.
    public var mode: RenderingMode
    /// The size of text.
    public var typeSize: TypeSize
    /// Device pixels per point.
    public var scale: Double
    /// True to keep the corners of home-screen families square.
    public var isSquare: Bool
    /// The time that is shown.
    public var now: Date
    /// The time zones of dates.
    public var timeZones = TimeZones()
    /// The place where the system shows the widget.
    public var placement = WidgetPlacement.standard
    /// The part of a live activity that is drawn in place of the family; nil for a widget.
    public var presentation: ActivityPresentation?
    /// The frame of a view that is drawn alone, in place of the family; nil for a widget.
    package var frame: ViewFrame?
    /// The state of the live activity.
    public var activityState = ActivityState.active
    /// The colour of a tinted home screen or of a watch face; nil for the system's default: white, on a watch orange.
    public var tint: Color?
    /// The backdrop, such as a wallpaper, scaled to cover the widget; nil for none.
    public var backdrop: Bitmap?
    /// True for StandBy in the dark: everything is red.
    public var isNight = false
    /// True for an Always-On display: dimmed, on black; only ``redaction`` hides private data.
    public var isLuminanceReduced = false
    /// True to draw the background of the widget; nil for the default of mode and placement.
    public var showsContainerBackground: Bool?
    /// True for a user who prefers high contrast: colours with values for it have them.
    public var isHighContrast = false
    /// True for a frame of an animation, in which symbols with an effect move.
    public var isAnimated = false
    /// The active redactions.
    public var redaction: Set<Redaction> = []
    /// The language as a BCP 47 tag, which decides the strings of templates and the variants of glyphs.
    public var language = Strings.standardLanguage
    /// The reading direction; nil for that of the language.
    public var direction: LayoutDirection?

    /// Creates an environment; the defaults are those of the device.
    public init(
        family: WidgetFamily, device: Device, appearance: Appearance = .dark, mode: RenderingMode = .fullColor, typeSize: TypeSize? = nil,
        scale: Double? = nil, isSquare: Bool = false, now: Date
    ) {
        self.family = family
        self.device = device
        self.appearance = appearance
        self.mode = mode
        self.typeSize = typeSize ?? device.typeSize
        self.scale = scale ?? device.scale
        self.isSquare = isSquare
        self.now = now
    }

    /// The type size of texts, with the limits of the family.
    ///
    /// Accessories are limited to `xxxLarge`, as on a lock screen. A panel, which is read from across a room, always has the type size of its device.
    public var effectiveTypeSize: TypeSize {
        if isPanel { return device.typeSize }
        return family.isSystem || presentation != nil || placement == .smartStack ? typeSize : min(typeSize, .xxxLarge)
    }

    /// True for an e-ink panel.
    var isPanel: Bool { family == .panel && presentation == nil }

    /// The form of a panel that has its own templates; nil for other panels and other families.
    var panelForm: PanelForm? { isPanel ? device.places[.panel].flatMap { PanelForm($0.canvas) } : nil }

    /// The reading direction of the layout.
    public var layoutDirection: LayoutDirection {
        direction ?? (Self.isRightToLeft(language) ? .rightToLeft : .leftToRight)
    }

    /// True for languages written from right to left, by their ISO 639 codes.
    private static func isRightToLeft(_ language: String) -> Bool {
        let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"].contains(code)
    }

    /// True if the template's background is drawn.
    ///
    /// Tinted and vibrant widgets and StandBy have no background by default. An Always-On display shows black in its place.
    package var drawsBackground: Bool {
        frame?.control == nil && (showsContainerBackground ?? (mode == .fullColor && placement != .standBy && !isNight))
    }

    /// True if private data are hidden.
    var hidesPrivate: Bool { redaction.contains(.privacy) }
}
