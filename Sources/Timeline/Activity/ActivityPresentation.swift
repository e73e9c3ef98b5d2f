/// The places in which a live activity is shown.
public enum ActivityPresentation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The banner on the lock screen, and wherever there is no Dynamic Island.
    case lockScreen
    /// Beside the camera, where text begins.
    case compactLeading
    /// Beside the camera, where text ends.
    case compactTrailing
    /// One of two activities: a circle, or an oval where its content is wide.
    case minimal
    /// The Dynamic Island drawn out, because of an alert or a long touch.
    case expanded
    /// The whole Dynamic Island with the camera in its middle, as it stands with one activity or two.
    case island
    /// Among the widgets of a watch; ActivityKit's family `small`.
    case smartStack
    /// On the screen of a car; ActivityKit's family `small`.
    case carPlay

    /// Points between the edge and the content, where it is known: 14 on the lock screen.
    public var contentMargin: Double? { self == .lockScreen ? 14 : nil }

    /// The radius of the Dynamic Island's corners in points when it is drawn out, as that of the camera's housing.
    public static let expandedCornerRadius = 44.0
}

/// The classes of screens that differ in the sizes of live activities.
public enum ActivityScreen: String, Hashable, Sendable, Codable, CaseIterable {
    /// 393 points wide, and the Mac's menu bar for such a phone.
    case phone
    /// 430 points wide: Plus, Max, Air.
    case phoneLarge
    /// All iPads but the largest.
    case pad
    /// The iPad of 1366 by 1024 points.
    case padLarge
    /// A watch, by the height of its case in millimetres.
    case watch40, watch41, watch44, watch45, watch49
    /// A car's screen, by what it leaves for an activity: 170 by 78 points, 240 by 78, 240 by 100.
    case carNarrow, carWide, carTall
}
