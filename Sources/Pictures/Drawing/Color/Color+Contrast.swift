extension Color {
    /// The relative luminance of WCAG 2, 0 (black) … 1 (white).
    ///
    /// Alpha is ignored.
    package var luminance: Double {
        0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
    }

    /// The contrast ratio of WCAG 2 with another opaque colour: 1 (none) … 21 (black on white).
    ///
    /// WCAG requires 4.5 for text and 3 for large text.
    package func contrast(with other: Color) -> Double {
        let own = luminance
        let others = other.luminance
        return (max(own, others) + 0.05) / (min(own, others) + 0.05)
    }
}
