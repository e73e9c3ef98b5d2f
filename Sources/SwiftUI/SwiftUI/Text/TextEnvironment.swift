package import Foundation
package import SubdialLayout

/// What texts and symbols read of the environment.
package struct TextEnvironment {
    /// The font that modifiers have set; nil for the body style.
    package var font: Font?
    /// What modifiers change of any font: weight, design, slant.
    package var changes = FontChanges()
    /// The fills of the foreground: the first for all, and those of the further levels or layers if several were set.
    package var foreground: [AnyShapeStyle] = []
    /// The fill that a text itself has, inside of ``foreground``.
    package var style: AnyShapeStyle?
    package var underline: Text.LineStyle?
    package var strikethrough: Text.LineStyle?
    /// Points after each glyph.
    package var kerning = 0.0
    package var tracking = 0.0
    /// Points above the baseline.
    package var baselineOffset = 0.0
    package var textCase: Text.Case?
    package var scale = Text.Scale.default
    /// The place that the warning of a scale names.
    package var scalePlace = SourcePlace()
    package var lineLimit: Int?
    package var reservedLines = 0
    package var lineSpacing = 0.0
    package var minimumScaleFactor = 1.0
    package var allowsTightening = false
    package var truncation = TextContent.Truncation.tail
    package var alignment = TextAlignment.leading
}

extension EnvironmentValues {
    /// The font of texts, which the view modifier `font(_:)` sets; nil for the body style.
    public var font: Font? {
        get { text.font }
        set { text.font = newValue }
    }

    public var lineLimit: Int? {
        get { text.lineLimit }
        set { text.lineLimit = newValue }
    }

    public var lineSpacing: CGFloat {
        get { text.lineSpacing }
        set { text.lineSpacing = newValue }
    }

    public var multilineTextAlignment: TextAlignment {
        get { text.alignment }
        set { text.alignment = newValue }
    }

    public var truncationMode: Text.TruncationMode {
        get { Text.TruncationMode(text.truncation) }
        set { text.truncation = newValue.truncation }
    }

    public var minimumScaleFactor: CGFloat {
        get { text.minimumScaleFactor }
        set { text.minimumScaleFactor = newValue }
    }

    public var allowsTightening: Bool {
        get { text.allowsTightening }
        set { text.allowsTightening = newValue }
    }

    public var textCase: Text.Case? {
        get { text.textCase }
        set { text.textCase = newValue }
    }

    /// The font that texts and symbols have here.
    package var resolvedFont: SubdialLayout.Font { (text.font ?? .body).resolved(in: self) }
}
