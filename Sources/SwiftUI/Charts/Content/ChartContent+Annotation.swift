public import Foundation
import SubdialLayout

/// The side of a mark at which a view stands.
public struct AnnotationPosition: Hashable, Sendable {
    /// -1 for the leading or upper side, 1 for the other one; nil for automatic.
    let side: Point?

    private init(_ x: Double, _ y: Double) { side = Point(x, y) }

    private init() { side = nil }

    public static var automatic: AnnotationPosition { AnnotationPosition() }
    public static var overlay: AnnotationPosition { AnnotationPosition(0, 0) }
    public static var top: AnnotationPosition { AnnotationPosition(0, -1) }
    public static var bottom: AnnotationPosition { AnnotationPosition(0, 1) }
    public static var leading: AnnotationPosition { AnnotationPosition(-1, 0) }
    public static var trailing: AnnotationPosition { AnnotationPosition(1, 0) }
    public static var topLeading: AnnotationPosition { AnnotationPosition(-1, -1) }
    public static var topTrailing: AnnotationPosition { AnnotationPosition(1, -1) }
    public static var bottomLeading: AnnotationPosition { AnnotationPosition(-1, 1) }
    public static var bottomTrailing: AnnotationPosition { AnnotationPosition(1, 1) }
}

/// What the code of an annotation can ask.
public struct AnnotationContext: Hashable, Sendable {
    /// The size of the mark.
    ///
    /// It is zero in a picture, because the view is made before the chart has its size.
    public let targetSize: CGSize
}

/// What is done with an annotation that reaches beyond the chart.
public struct AnnotationOverflowResolution: Hashable, Sendable {
    /// What is done along one axis.
    public struct Strategy: Hashable, Sendable {
        let overflow: SubdialLayout.ChartContent.Annotation.Overflow?

        /// Moves the view into the chart, or makes room at the side of the mark where it stands.
        public static var automatic: Strategy { Strategy(overflow: nil) }

        /// Moves the view into the chart or the plot.
        public static var fit: Strategy { Strategy(overflow: .chart) }

        public static func fit(to boundary: Boundary) -> Strategy { Strategy(overflow: boundary.overflow) }

        /// Makes room in the plot.
        public static var padScale: Strategy { Strategy(overflow: .room) }

        /// Leaves the view where it is.
        public static var disabled: Strategy { Strategy(overflow: SubdialLayout.ChartContent.Annotation.Overflow.none) }
    }

    /// What a view is moved into.
    public struct Boundary: Hashable, Sendable {
        let overflow: SubdialLayout.ChartContent.Annotation.Overflow

        public static var automatic: Boundary { Boundary(overflow: .chart) }
        public static var chart: Boundary { Boundary(overflow: .chart) }
        public static var plot: Boundary { Boundary(overflow: .plot) }
    }

    public var x: Strategy
    public var y: Strategy

    public static var automatic: AnnotationOverflowResolution { AnnotationOverflowResolution() }

    public init(x: Strategy = .automatic, y: Strategy = .automatic) { (self.x, self.y) = (x, y) }
}

extension ChartContent {
    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some ChartContent {
        annotation(position: position, alignment: alignment, spacing: spacing, overflowResolution: .automatic, content: content)
    }

    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: @escaping (AnnotationContext) -> C
    ) -> some ChartContent {
        annotation(position: position, alignment: alignment, spacing: spacing, overflowResolution: .automatic, content: content)
    }

    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: () -> C
    ) -> some ChartContent {
        let view = content()
        return annotated(position, alignment, spacing, overflowResolution) { $1.element("annotation").node(of: view) }
    }

    nonisolated public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: SubdialSwiftUI.Alignment = .center, spacing: CGFloat? = nil,
        overflowResolution: AnnotationOverflowResolution, @ViewBuilder content: @escaping (AnnotationContext) -> C
    ) -> some ChartContent {
        nonisolated(unsafe) let make = EnvironmentReader.capture(content)
        return annotated(position, alignment, spacing, overflowResolution) { input, context in
            nonisolated(unsafe) let view = onMainActor { make(input) }
            return context.element("annotation").node(of: view)
        }
    }

    nonisolated private func annotated(
        _ position: AnnotationPosition, _ alignment: SubdialSwiftUI.Alignment, _ spacing: CGFloat?,
        _ overflow: AnnotationOverflowResolution,
        _ make: @escaping (AnnotationContext, _ViewContext) -> Node
    ) -> some ChartContent {
        let spacing = spacing.flatMap { $0.isFinite ? Double($0) : nil }
        let annotation = MarkAnnotation(position: position, alignment: alignment, spacing: spacing, overflow: overflow, make: make)
        return StyledContent(self) { $0.annotations.append(annotation) }
    }
}
