import SubdialWidgets

/// A family of Subdial's own, which WidgetKit does not have.
public enum ScreenFamily: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// An e-ink panel on a wall.
    case panel
    /// A strip over a video picture, such as a score bug.
    case overlay

    /// The name in those of snapshots.
    public var description: String { rawValue }

    /// The family of the engine.
    var family: SubdialWidgets.WidgetFamily {
        switch self {
        case .panel: .panel
        case .overlay: .overlay
        }
    }
}
