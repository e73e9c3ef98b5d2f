public import SubdialSwiftUI

/// The size of an activity.
public enum ActivityFamily: Int, Codable, Hashable, Sendable, CustomStringConvertible {
    /// On a watch and in a car.
    case small
    /// On the lock screen.
    case medium

    public var description: String { self == .small ? "small" : "medium" }
}

/// The families for which an activity may be drawn.
public struct SupportedActivityFamiliesEnvironmentKey: EnvironmentKey {
    public static var defaultValue: Set<ActivityFamily> { [] }
}

private struct FamilyKey: EnvironmentKey { static let defaultValue = ActivityFamily.medium }
private struct FullscreenKey: EnvironmentKey { static let defaultValue = false }
private struct UpdateReducedKey: EnvironmentKey { static let defaultValue = false }

extension EnvironmentValues {
    /// The size of the activity.
    public var activityFamily: ActivityFamily {
        get { self[FamilyKey.self] }
        set { self[FamilyKey.self] = newValue }
    }

    /// The families that the configuration of the activity has.
    public var supportedActivityFamilies: Set<ActivityFamily> {
        get { self[SupportedActivityFamiliesEnvironmentKey.self] }
        set { self[SupportedActivityFamiliesEnvironmentKey.self] = newValue }
    }

    /// True if the activity fills the screen, in StandBy.
    public var isActivityFullscreen: Bool {
        get { self[FullscreenKey.self] }
        set { self[FullscreenKey.self] = newValue }
    }

    /// True if another device receives fewer updates of the activity; false unless a view around sets it.
    public var isActivityUpdateReduced: Bool {
        get { self[UpdateReducedKey.self] }
        set { self[UpdateReducedKey.self] = newValue }
    }
}
