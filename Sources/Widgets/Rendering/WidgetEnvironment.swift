import Drawing
import Expressions
import FoundationEssentials
import Layout
import Timeline

/// How an entry is looked at: together with the entry and the template all that a picture depends on.
public struct WidgetEnvironment: Equatable, Sendable {
    /// The family, which with the device gives the size.
    public var family: WidgetFamily
    /// The device on which it is looked at.
    public var device: Device
    /// Light or dark.
    public var appearance: Appearance
    /// How the system draws it.
    public var mode: RenderingMode
    /// How large its text is.
    public var typeSize: TypeSize
    /// Device pixels to a point.
    public var scale: Double
    /// Whether the corners of home-screen families stay square.
    public var isSquare: Bool
    /// The moment that is shown.
    public var now: Date
    /// The zones in which dates are told.
    public var timeZones = TimeZones()
    /// Where the system shows it.
    public var placement = WidgetPlacement.standard
    /// The part of a live activity that is drawn in place of the family; nil for a widget.
    public var presentation: ActivityPresentation?
    /// Where the activity stands in its life.
    public var activityState = ActivityState.active
    /// The colour of a tinted home screen, or of a watch's face; nil for the system's own choice: white, on a watch orange.
    public var tint: Color?
    /// The backdrop, such as a wallpaper, scaled to cover the widget; nil for none.
    public var backdrop: Bitmap?
    /// StandBy in the dark: everything in red.
    public var isNight = false
    /// An Always-On display: dim, on black, private data hidden.
    public var isLuminanceReduced = false
    /// Whether the widget's ground is drawn; nil for what mode and placement have.
    public var showsContainerBackground: Bool?
    /// True where the picture is one of many that follow each other: symbols with an effect move.
    public var isAnimated = false
    /// The parts that are hidden.
    public var redaction: Set<Redaction> = []
    /// The language as a BCP 47 tag: which words templates use, and which forms characters have.
    public var language = Strings.standardLanguage
    /// Which side is the leading one; nil for that of the language.
    public var direction: LayoutDirection?

    /// Makes an environment; what is left out is the device's own.
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

    /// The type size that texts are drawn in: accessories are no larger than at `xxxLarge`, as on a lock screen, and a panel, which is read
    /// from across a room, has its own.
    public var effectiveTypeSize: TypeSize {
        if isPanel { return device.typeSize }
        return family.isSystem || presentation != nil || placement == .smartStack ? typeSize : min(typeSize, .xxxLarge)
    }

    /// Whether it is an e-ink panel.
    var isPanel: Bool { family == .panel && presentation == nil }

    /// Which form of a panel's templates it has; nil for one of no form of its own, and for anything else.
    var panelForm: PanelForm? { isPanel ? device.places[.panel].flatMap { PanelForm($0.canvas) } : nil }

    /// Which side is the leading one.
    public var layoutDirection: LayoutDirection {
        direction ?? (Self.isRightToLeft(language) ? .rightToLeft : .leftToRight)
    }

    /// Languages that are written from right to left, by their ISO 639 codes.
    private static func isRightToLeft(_ language: String) -> Bool {
        let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
        return ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"].contains(code)
    }

    /// Whether the template's ground is drawn.
    ///
    /// Tinted and vibrant widgets, StandBy and Always-On displays take it away.
    var drawsBackground: Bool {
        showsContainerBackground ?? (mode == .fullColor && placement != .standBy && !isNight)
    }

    /// Whether what is private is hidden.
    var hidesPrivate: Bool { redaction.contains(.privacy) }
}
