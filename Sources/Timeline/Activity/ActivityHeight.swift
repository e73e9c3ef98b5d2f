import Playback

/// The height that a presentation gets, and what that does to its content.
public struct ActivityHeight: Hashable, Sendable {
    /// What the height does to the content.
    public enum Diagnostic: Hashable, Sendable {
        /// The content wants more points than there may be: its lower part is cut off.
        case cut(wanted: Double, allowed: ClosedRange<Double>)
        /// The content wants fewer points than there must be: the rest stays empty.
        case padded(wanted: Double, allowed: ClosedRange<Double>)
        /// The content's height is not a number.
        case notANumber(allowed: ClosedRange<Double>)
    }

    /// The height in points.
    public let points: Double
    /// nil where the content has the height that it wants.
    public let diagnostic: Diagnostic?

    /// Brings a wanted height into the `allowed` range.
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
    /// The height that content of `wanted` points gets on `screen`: 84 to 160 for a banner and the expanded island, else just the one there
    /// is; nil where the screen has no such presentation.
    public func height(of wanted: Double, on screen: ActivityScreen) -> ActivityHeight? {
        extent(on: screen).map { ActivityHeight(wanted: wanted, allowed: $0.heights) }
    }
}

extension ActivityHeight.Diagnostic: CustomStringConvertible {
    /// What happens to the content, and what to do about it.
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
