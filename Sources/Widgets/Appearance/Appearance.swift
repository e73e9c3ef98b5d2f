/// Light or dark.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
    case light, dark
}

/// How the system draws a widget.
public enum RenderingMode: String, Hashable, Sendable, CaseIterable {
    /// As designed.
    case fullColor
    /// In two groups of one colour each: tinted home screens, and the Watch's faces.
    case accented
    /// In grey, whose brightness becomes the material's: the lock screen.
    case vibrant
}
