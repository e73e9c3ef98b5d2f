public import Foundation
public import SubdialCoreGraphics
package import SubdialLayout

/// The line along a path.
public struct StrokeStyle: Equatable, Hashable, Sendable {
    public var lineWidth: CGFloat
    public var lineCap: CGLineCap
    public var lineJoin: CGLineJoin
    public var miterLimit: CGFloat
    public var dash: [CGFloat]
    public var dashPhase: CGFloat

    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10, dash: [CGFloat] = [],
        dashPhase: CGFloat = 0
    ) {
        (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
        (self.miterLimit, self.dash, self.dashPhase) = (miterLimit, dash, dashPhase)
    }

    /// The line for the layout.
    package var layout: SubdialLayout.StrokeStyle {
        let cap: SubdialLayout.StrokeStyle.Cap =
            switch lineCap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        let join: SubdialLayout.StrokeStyle.Join =
            switch lineJoin {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        let isDashed = dash.allSatisfy { $0.isFinite && $0 >= 0 } && dash.contains { $0 > 0 }
        return SubdialLayout.StrokeStyle(
            lineWidth: Double(max(lineWidth, 0)).finite(0), cap: cap, join: join, miterLimit: Double(miterLimit).finite(10),
            dash: isDashed ? dash.map { Double($0) } : [], dashPhase: Double(dashPhase).finite(0))
    }

    /// The line for the geometry of paths.
    var outlineStroke: OutlineStroke {
        OutlineStroke(width: lineWidth, cap: lineCap, join: lineJoin, miterLimit: miterLimit, dash: dash, phase: dashPhase)
    }
}
