import SubdialLayout

/// The sizes of widgets, as WidgetKit names them.
public enum WidgetFamily: String, Hashable, Sendable, Codable, CaseIterable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge
    case accessoryCircular, accessoryRectangular, accessoryInline, accessoryCorner
    /// A strip over a video picture, such as a score bug: without background and corners; specific to Subdial.
    case overlay
    /// An e-ink panel on a wall: black on white; specific to Subdial.
    case panel

    /// True for families of a home screen, with a background and rounded corners.
    public var isSystem: Bool {
        switch self {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: true
        default: false
        }
    }

    /// True for families that only the Watch has.
    public var isWatchOnly: Bool { self == .accessoryCorner }

    /// The default margins of the content: 16 points on a home screen, 24 on a panel, none for other families.
    public var margins: Insets { Insets(all: isSystem ? 16 : self == .panel ? 24 : 0) }

    /// The corner radius of a home-screen widget, in points.
    ///
    /// Apple publishes none; this one is estimated from pictures.
    public static let cornerRadius = 22.0

    /// The first part of a template's file name: `systemMedium` of `card/systemMedium@watch.yaml`; any text before the first `.` or `@`.
    public static func name(ofFile path: String) -> String {
        String(path.split(separator: "/").last?.prefix { $0 != "." && $0 != "@" } ?? "")
    }
}
