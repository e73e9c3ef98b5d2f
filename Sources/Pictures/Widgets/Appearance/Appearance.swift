/// A light or a dark appearance.
public enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
    case light, dark
}

/// The mode in which the system renders a widget.
public enum RenderingMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Original colours.
    case fullColor
    /// Two groups of one colour each: tinted home screens and watch faces.
    case accented
    /// Greyscale, whose luminance sets the strength of a material: the lock screen.
    case vibrant
}
