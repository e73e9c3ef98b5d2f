import SubdialBasics

/// The height of a presentation, and its effect on the content.
public struct ActivityHeight: Hashable, Sendable {
    /// The effect of the height on the content.
    public enum Diagnostic: Hashable, Sendable {
        /// The content is higher than the maximum, in points: its lower part is cut off.
        case cut(wanted: Double, allowed: ClosedRange<Double>)
        /// The content is lower than the minimum, in points: the rest stays empty.
        case padded(wanted: Double, allowed: ClosedRange<Double>)
        /// The height of the content is not a number.
        case notANumber(allowed: ClosedRange<Double>)
    }

    /// The height in points.
    public let points: Double
    /// The effect on the content; nil if it has its ideal height.
    public let diagnostic: Diagnostic?

    /// Limits a wanted height to the `allowed` range; NaN becomes the minimum.
    public init(wanted: Double, allowed: ClosedRange<Double>) {
        points = wanted.isNaN ? allowed.lowerBound : min(max(wanted, allowed.lowerBound), allowed.upperBound)
        diagnostic =
            if wanted.isNaN {
                .notANumber(allowed: allowed)
            } else if wanted > allowed.upperBound {
                .cut(wanted: wanted, allowed: allowed)
            } else if wanted < allowed.lowerBound {
                .padded(wanted: wanted, allowed: allowed)
            } else {
                nil
            }
    }
}

extension ActivityPresentation {
    /// The height of content of `wanted` points on `screen`; nil if the screen does not have the presentation.
    ///
    /// A banner and the expanded island have a height of 84 to 160 points, the other presentations a fixed one.
    public func height(of wanted: Double, on screen: ActivityScreen) -> ActivityHeight? {
        extent(on: screen).map { ActivityHeight(wanted: wanted, allowed: $0.heights) }
    }
}

extension ActivityHeight.Diagnostic: CustomStringConvertible {
    /// The effect on the content, with advice.
    public var description: String {
        switch self {
        case .cut(let wanted, let allowed):
            "the content is \(Self.text(wanted)) pt high, and \(Self.text(allowed.upperBound)) pt is all there is: the lowest "
                + "\(Self.text(wanted - allowed.upperBound)) pt are cut off; leave out a line, or make the picture smaller"
        case .padded(let wanted, let allowed):
            "the content is \(Self.text(wanted)) pt high, and \(Self.text(allowed.lowerBound)) pt is the least: "
                + "\(Self.text(allowed.lowerBound - wanted)) pt stay empty"
        case .notANumber(let allowed):
            "the content's height is not a number: it gets \(Self.text(allowed.lowerBound)) pt; give its frame a height"
        }
    }

    private static func text(_ points: Double) -> String {
        guard points.isFinite else { return "infinitely many" }
        return points == points.rounded() ? points.fixed(0) : points.fixed(2)
    }
}
