/// A fraction of a whole, drawn as a line or a ring.
public struct ProgressContent: Hashable, Sendable {
    /// The shape of the line.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// A capsule as wide as its frame.
        case linear
        /// A ring in its frame that starts at the top.
        case circular
        /// An open ring with its gap at the bottom.
        case gauge
    }

    /// The marker of the fraction.
    public enum Marker: String, Hashable, Sendable {
        /// Fills the line up to the fraction.
        case fill
        /// Draws a dot at the fraction, with a rim cut out of the line.
        case dot
    }

    /// The fraction, 0 to 1.
    public var fraction: Double
    /// The increase of the fraction per second; 0 if it does not change.
    public var rate: Double
    /// The shape of the line.
    public var style: Style
    /// The marker of the fraction.
    public var marker: Marker
    /// The line width in points.
    public var lineWidth: Double
    /// The colour of the completed part.
    public var color: ColorName
    /// The colours along the whole line, from its start to its end, in place of `color`; empty for none.
    public var gradient: [GradientStop]
    /// The colour of the remaining part.
    public var track: ColorName

    /// Creates a progress line with a `fraction` of 0 to 1.
    public init(
        _ fraction: Double, rate: Double = 0, style: Style = .linear, marker: Marker = .fill, lineWidth: Double = 4,
        color: ColorName = .primary, gradient: [GradientStop] = [], track: ColorName = ColorName("fill")
    ) {
        self.fraction = fraction
        self.rate = rate
        self.style = style
        self.marker = marker
        self.lineWidth = lineWidth
        self.color = color
        self.gradient = gradient
        self.track = track
    }
}
