/// A share of a whole, as a line or a ring.
public struct ProgressContent: Hashable, Sendable {
    /// The form of the line.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// A capsule as wide as its frame.
        case linear
        /// A ring round its frame that starts at the top.
        case circular
        /// An open ring with its gap below.
        case gauge
    }

    /// The way in which the share is shown.
    public enum Marker: String, Hashable, Sendable {
        /// The line is filled up to it.
        case fill
        /// A dot stands at it, with a rim cut out of the line.
        case dot
    }

    /// 0 to 1.
    public var fraction: Double
    /// How much of it comes each second; 0 where it stands still.
    public var rate: Double
    /// The form in which it is drawn.
    public var style: Style
    /// The way in which the share is shown.
    public var marker: Marker
    /// How thick it is, in points.
    public var lineWidth: Double
    /// The colour of what is done.
    public var color: ColorName
    /// The colours along the whole line in place of `color`, from its beginning to its end; empty for none.
    public var gradient: [GradientStop]
    /// The colour of what is to come.
    public var track: ColorName

    /// Makes a progress line of which `fraction`, 0 to 1, is done.
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
