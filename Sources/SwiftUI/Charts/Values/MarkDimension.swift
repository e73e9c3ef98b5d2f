public import Foundation
import SubdialLayout

/// The width or height of a mark, or a radius of a sector.
public struct MarkDimension: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    enum Kind: Hashable { case automatic, fixed(Double), ratio(Double), inset(Double) }

    let kind: Kind

    public static var automatic: MarkDimension { MarkDimension(kind: .automatic) }

    /// A length in points.
    public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .fixed(Double(value))) }

    /// A fraction of the space, such as the width of a category.
    public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .ratio(Double(value))) }

    /// The space without a distance on both sides, in points.
    public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension(kind: .inset(Double(value))) }

    private init(kind: Kind) { self.kind = kind }

    public init(integerLiteral value: Int) { self = .fixed(CGFloat(value)) }

    public init(floatLiteral value: Double) { self = .fixed(CGFloat(value)) }

    /// The fraction of a space, and what it is smaller by on both sides, in points.
    func size(automatic share: Double) -> (share: Double, inset: Double) {
        switch kind {
        case .automatic: (share, 0)
        case .fixed(let length): (0, -Self.finite(length) / 2)
        case .ratio(let ratio): (max(Self.finite(ratio), 0), 0)
        case .inset(let inset): (1, Self.finite(inset))
        }
    }

    /// The fraction of a radius, and what is added to it, in points.
    func radius(automatic share: Double) -> (share: Double, offset: Double) {
        switch kind {
        case .automatic: (share, 0)
        case .fixed(let length): (0, Self.finite(length))
        case .ratio(let ratio): (Self.finite(ratio), 0)
        case .inset(let inset): (1, -Self.finite(inset))
        }
    }

    private static func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
}

/// How marks at the same place are put on each other.
public struct MarkStackingMethod: Hashable, Sendable {
    enum Kind { case standard, normalized, center, unstacked }

    let kind: Kind

    /// One on the other, from zero.
    public static let standard = MarkStackingMethod(kind: .standard)
    /// One on the other, from 0 to 1.
    public static let normalized = MarkStackingMethod(kind: .normalized)
    /// One on the other, around zero.
    public static let center = MarkStackingMethod(kind: .center)
    /// Each from zero.
    public static let unstacked = MarkStackingMethod(kind: .unstacked)
}

/// How a line goes from a point to the next one.
public struct InterpolationMethod: Hashable, Sendable {
    let interpolation: SubdialLayout.ChartContent.Interpolation
    let tension: Double?

    private init(_ interpolation: SubdialLayout.ChartContent.Interpolation, _ tension: Double? = nil) {
        self.interpolation = interpolation
        self.tension = tension.flatMap { $0.isFinite ? $0 : nil }
    }

    public static var linear: InterpolationMethod { InterpolationMethod(.linear) }
    public static var monotone: InterpolationMethod { InterpolationMethod(.monotone) }
    public static var catmullRom: InterpolationMethod { InterpolationMethod(.catmullRom) }
    public static var cardinal: InterpolationMethod { InterpolationMethod(.cardinal) }
    public static var stepStart: InterpolationMethod { InterpolationMethod(.stepStart) }
    public static var stepCenter: InterpolationMethod { InterpolationMethod(.stepCenter) }
    public static var stepEnd: InterpolationMethod { InterpolationMethod(.stepEnd) }

    /// A curve with the exponent of the distances between its points: 0.5 is usual.
    public static func catmullRom(alpha: CGFloat) -> InterpolationMethod { InterpolationMethod(.catmullRom, Double(alpha)) }

    /// A curve with a tension: 0 is usual, and 1 is a straight line.
    public static func cardinal(tension: CGFloat) -> InterpolationMethod { InterpolationMethod(.cardinal, Double(tension)) }
}
