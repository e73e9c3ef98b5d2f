import Layout

/// The sizes in which a widget comes, as WidgetKit names them.
public enum WidgetFamily: String, Hashable, Sendable, CaseIterable {
    case systemSmall, systemMedium, systemLarge, systemExtraLarge
    case accessoryCircular, accessoryRectangular, accessoryInline, accessoryCorner
    /// A strip over a video picture, such as a score bug: without ground and corners, and Subdial's own.
    case overlay
    /// An e-ink panel on a wall: black on white, Subdial's own.
    case panel

    /// Whether it stands on a home screen, with a ground and rounded corners of its own.
    public var isSystem: Bool {
        switch self {
        case .systemSmall, .systemMedium, .systemLarge, .systemExtraLarge: true
        default: false
        }
    }

    /// Whether only the Watch has it.
    public var isWatchOnly: Bool { self == .accessoryCorner }

    /// The distance that content keeps from the edges where a template says nothing: 16 points on a home screen, 24 on a panel, none in
    /// accessories.
    public var margins: Insets { Insets(all: isSystem ? 16 : self == .panel ? 24 : 0) }

    /// The radius of a home-screen widget's corners in points.
    ///
    /// Apple publishes none: this one is estimated from pictures.
    public static let cornerRadius = 22.0

    /// What the file of a family's template is named for: `systemMedium` of `card/systemMedium@watch.yaml`; any text before the first `.` or `@`.
    public static func name(ofFile path: String) -> String {
        String(path.split(separator: "/").last?.prefix { $0 != "." && $0 != "@" } ?? "")
    }
}
