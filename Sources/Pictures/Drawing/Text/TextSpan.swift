/// A part of a text with its own font and spacing.
///
/// Its colours are given when it is drawn, so that a layout serves all of them.
package struct TextSpan: Hashable, Sendable {
    /// Something in place of letters, on the baseline.
    package struct Object: Hashable, Sendable {
        /// The width in points.
        package var width: Double
        /// The height in points.
        package var height: Double
        /// The distance from the top to the baseline of the text, in points.
        package var baseline: Double

        /// Creates an object.
        package init(width: Double, height: Double, baseline: Double) {
            (self.width, self.height, self.baseline) = (width, height, baseline)
        }
    }

    /// The pattern of a line under or through a text.
    package enum Line: String, Hashable, Sendable, CaseIterable {
        case solid, dot, dash, dashDot, dashDotDot

        /// The lengths of dashes and gaps, as multiples of the thickness.
        var dashes: [Double] {
            switch self {
            case .solid: []
            case .dot: [2, 2]
            case .dash: [6, 3]
            case .dashDot: [6, 3, 2, 3]
            case .dashDotDot: [6, 3, 2, 3, 2, 3]
            }
        }
    }

    /// The text.
    package var text: String
    /// The font and its spacing.
    package var style: FontStyle
    /// The object in place of the text; nil for a text.
    package var object: Object?
    /// The distance after each letter, in points, in addition to that of the style.
    package var spacing: Double
    /// True if that distance stands after the last letter of a line as well.
    package var spacesEnd: Bool
    /// The distance of the letters above the baseline, in points.
    package var rise: Double
    /// The line under the letters; nil for none.
    package var underline: Line?
    /// The line through the letters; nil for none.
    package var strikethrough: Line?

    /// Creates a part of a text.
    package init(_ text: String, style: FontStyle, object: Object? = nil) {
        self.text = text
        self.style = style
        self.object = object
        (spacing, spacesEnd, rise) = (0, false, 0)
    }
}
