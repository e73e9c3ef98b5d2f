public import Foundation

/// Lets a device be felt: no effect in a picture.
@MainActor @preconcurrency
open class UIFeedbackGenerator: NSObject {
    public nonisolated override init() { super.init() }

    /// No effect in a picture.
    open func prepare() {}
}

/// Lets a selection be felt: no effect in a picture.
@MainActor @preconcurrency
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    public nonisolated override init() { super.init() }

    /// No effect in a picture.
    open func selectionChanged() {}
}

/// Lets a hit be felt: no effect in a picture.
@MainActor @preconcurrency
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The strength of a hit.
    public enum FeedbackStyle: Int, Sendable { case light, medium, heavy, soft, rigid }

    public nonisolated init(style: FeedbackStyle) { super.init() }

    public nonisolated override init() { super.init() }

    /// No effect in a picture.
    open func impactOccurred() {}

    /// No effect in a picture.
    open func impactOccurred(intensity: CGFloat) {}
}

/// Lets a result be felt: no effect in a picture.
@MainActor @preconcurrency
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The kind of a result.
    public enum FeedbackType: Int, Sendable { case success, warning, error }

    public nonisolated override init() { super.init() }

    /// No effect in a picture.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
