/// The presentations of a live activity.
public enum ActivityPresentation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The banner on the lock screen, and on devices without a Dynamic Island.
    case lockScreen
    /// At the leading side of the camera.
    case compactLeading
    /// At the trailing side of the camera.
    case compactTrailing
    /// One of two activities: a circle, or an oval for wide content.
    case minimal
    /// The expanded Dynamic Island, after an alert or a long press.
    case expanded
    /// The whole compact Dynamic Island with the camera at its centre.
    case island
    /// The Smart Stack of a watch; ActivityKit's family `small`.
    case smartStack
    /// The screen of a car; ActivityKit's family `small`.
    case carPlay

    /// The margin of the content in points if it is known: 14 on the lock screen.
    public var contentMargin: Double? { self == .lockScreen ? 14 : nil }

    /// The corner radius of the expanded Dynamic Island in points, equal to that of the camera housing.
    public static let expandedCornerRadius = 44.0
}

/// The screen classes that differ in the sizes of live activities.
public enum ActivityScreen: String, Hashable, Sendable, Codable, CaseIterable {
    /// A phone, 393 points wide, and the menu bar of a Mac for such a phone.
    case phone
    /// A large phone, 430 points wide: Plus, Max, Air.
    case phoneLarge
    /// All iPads except the largest.
    case pad
    /// The iPad of 1366 by 1024 points.
    case padLarge
    /// A watch, by the height of its case in millimetres.
    case watch40, watch41, watch44, watch45, watch49
    /// A car's screen, by the size of an activity: 170 by 78 points, 240 by 78, 240 by 100.
    case carNarrow, carWide, carTall
}
