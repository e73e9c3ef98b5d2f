public import Foundation

/// The phase of an app's scene; a widget is active.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

/// The weight of text that the user prefers.
public enum LegibilityWeight: Hashable, Sendable { case regular, bold }

/// The prominence of the background behind a view.
public struct BackgroundProminence: Hashable, Sendable {
    private let isIncreased: Bool

    public static let standard = BackgroundProminence(isIncreased: false)
    public static let increased = BackgroundProminence(isIncreased: true)
}

/// The size class of an app's screen; a widget has none.
public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

/// The action that opens an address; in a picture nothing opens.
public struct OpenURLAction: Sendable {
    /// The result of a handler.
    public struct Result: Sendable {
        public static let handled = Result()
        public static let discarded = Result()
        public static let systemAction = Result()

        public static func systemAction(_ url: URL) -> Result { Result() }
    }

    public init(handler: @escaping (URL) -> Result) {}

    /// No effect in a picture.
    public func callAsFunction(_ url: URL) {}

    /// No effect in a picture; the address is never accepted.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) { completion(false) }
}

private struct ReducedLuminanceKey: EnvironmentKey { static let defaultValue = false }
private struct ScenePhaseKey: EnvironmentKey { static let defaultValue = ScenePhase.active }
private struct EnabledKey: EnvironmentKey { static let defaultValue = true }
private struct LegibilityKey: EnvironmentKey { static var defaultValue: LegibilityWeight? { nil } }
private struct ProminenceKey: EnvironmentKey { static let defaultValue = BackgroundProminence.standard }
private struct OpenURLKey: EnvironmentKey { static var defaultValue: OpenURLAction { OpenURLAction { _ in .discarded } } }
private struct HorizontalClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { nil } }
private struct VerticalClassKey: EnvironmentKey { static var defaultValue: UserInterfaceSizeClass? { nil } }

extension EnvironmentValues {
    /// True on an Always-On display.
    public var isLuminanceReduced: Bool {
        get { looked("isLuminanceReduced", self[ReducedLuminanceKey.self]) }
        set { self[ReducedLuminanceKey.self] = newValue }
    }

    public var scenePhase: ScenePhase {
        get { self[ScenePhaseKey.self] }
        set { self[ScenePhaseKey.self] = newValue }
    }

    public var isEnabled: Bool {
        get { self[EnabledKey.self] }
        set { self[EnabledKey.self] = newValue }
    }

    public var legibilityWeight: LegibilityWeight? {
        get { self[LegibilityKey.self] }
        set { self[LegibilityKey.self] = newValue }
    }

    public var backgroundProminence: BackgroundProminence {
        get { self[ProminenceKey.self] }
        set { self[ProminenceKey.self] = newValue }
    }

    public var openURL: OpenURLAction {
        get { self[OpenURLKey.self] }
        set { self[OpenURLKey.self] = newValue }
    }

    public var horizontalSizeClass: UserInterfaceSizeClass? {
        get { self[HorizontalClassKey.self] }
        set { self[HorizontalClassKey.self] = newValue }
    }

    public var verticalSizeClass: UserInterfaceSizeClass? {
        get { self[VerticalClassKey.self] }
        set { self[VerticalClassKey.self] = newValue }
    }
}

extension View {
    /// Reaches the environment, where the styles of controls read it.
    nonisolated public func disabled(_ disabled: Bool) -> some View { settingEnvironment { if disabled { $0.isEnabled = false } } }
}
