private struct AccessibilitySettings: Sendable {
    var differentiatesWithoutColor = false
    var reducesTransparency = false
    var reducesMotion = false
    var invertsColors = false
    var showsButtonShapes = false
    var dimsFlashingLights = false
    var playsAnimatedImages = true
    var hasVoiceOver = false
    var hasSwitchControl = false
    var hasLargeContentViewer = false
    var hasQuickActions = false
}

private struct SettingsKey: EnvironmentKey { static let defaultValue = AccessibilitySettings() }

/// The user's settings of accessibility, which are read only as on Apple's platforms; a look has the usual ones.
extension EnvironmentValues {
    private var settings: AccessibilitySettings {
        get { self[SettingsKey.self] }
        set { self[SettingsKey.self] = newValue }
    }

    public package(set) var accessibilityDifferentiateWithoutColor: Bool {
        get { settings.differentiatesWithoutColor }
        set { settings.differentiatesWithoutColor = newValue }
    }

    public package(set) var accessibilityReduceTransparency: Bool {
        get { settings.reducesTransparency }
        set { settings.reducesTransparency = newValue }
    }

    public package(set) var accessibilityReduceMotion: Bool {
        get { settings.reducesMotion }
        set { settings.reducesMotion = newValue }
    }

    public package(set) var accessibilityInvertColors: Bool {
        get { settings.invertsColors }
        set { settings.invertsColors = newValue }
    }

    public package(set) var accessibilityShowButtonShapes: Bool {
        get { settings.showsButtonShapes }
        set { settings.showsButtonShapes = newValue }
    }

    public package(set) var accessibilityDimFlashingLights: Bool {
        get { settings.dimsFlashingLights }
        set { settings.dimsFlashingLights = newValue }
    }

    public package(set) var accessibilityPlayAnimatedImages: Bool {
        get { settings.playsAnimatedImages }
        set { settings.playsAnimatedImages = newValue }
    }

    public package(set) var accessibilityVoiceOverEnabled: Bool {
        get { settings.hasVoiceOver }
        set { settings.hasVoiceOver = newValue }
    }

    public package(set) var accessibilitySwitchControlEnabled: Bool {
        get { settings.hasSwitchControl }
        set { settings.hasSwitchControl = newValue }
    }

    public package(set) var accessibilityLargeContentViewerEnabled: Bool {
        get { settings.hasLargeContentViewer }
        set { settings.hasLargeContentViewer = newValue }
    }

    public package(set) var accessibilityQuickActionsEnabled: Bool {
        get { settings.hasQuickActions }
        set { settings.hasQuickActions = newValue }
    }
}
