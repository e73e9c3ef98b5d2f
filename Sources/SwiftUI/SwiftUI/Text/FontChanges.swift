package import SubdialLayout

/// What modifiers change of a font, whichever font that is: a weight survives a later font.
package struct FontChanges: Hashable, Sendable {
    package var weight: FontWeight?
    package var width: FontWidth?
    package var design: FontDesign?
    package var isItalic: Bool?
    package var isMonospaced: Bool?
    package var hasMonospacedDigits = false

    /// Sets or removes a bold weight.
    package mutating func setBold(_ isActive: Bool) {
        if isActive { weight = .bold } else if weight == .bold { weight = nil }
    }

    /// The font with the changes.
    package func applied(to font: SubdialLayout.Font) -> SubdialLayout.Font {
        guard self != FontChanges() else { return font }
        var font = font
        if let weight { font.weight = weight }
        if let width { font.width = width }
        // A design chooses among the platform's fonts.
        if let design, font.family == nil { font.design = design }
        if isMonospaced == true, font.family == nil { font.design = .monospaced }
        if isMonospaced == false, font.design == .monospaced { font.design = .default }
        if let isItalic { font.isItalic = isItalic }
        if hasMonospacedDigits { font.hasMonospacedDigits = true }
        return font
    }
}
