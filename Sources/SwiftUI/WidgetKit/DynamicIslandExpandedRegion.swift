import SubdialLayout
public import SubdialSwiftUI

/// A part of the expanded Dynamic Island.
public struct DynamicIslandExpandedRegion<Content> where Content: View {
    fileprivate var region: DynamicIslandRegion

    /// Creates a region.
    ///
    /// - Parameter priority: Of two sides, the one with the higher priority gets its width first.
    public init(_ position: DynamicIslandExpandedRegionPosition, priority: Double = 0, @ViewBuilder content: () -> Content) {
        region = DynamicIslandRegion(position: position, priority: priority.isFinite ? priority : 0, content: AnyView(content()))
    }

    /// Sets the margins at the edges of the island that the region touches; of several for an edge, the first one counts.
    public func contentMargins(_ edges: Edge.Set = .all, _ length: Double) -> DynamicIslandExpandedRegion<Content> {
        var changed = self
        changed.region.margins.add(edges, length)
        return changed
    }
}

/// The regions of an expanded Dynamic Island.
public struct DynamicIslandExpandedContent<Content> where Content: View {
    let regions: [DynamicIslandRegion]
}

/// Builds the regions of an expanded Dynamic Island from the statements of a closure.
@resultBuilder
public struct DynamicIslandExpandedContentBuilder {
    public static func buildPartialBlock<C: View>(
        first: DynamicIslandExpandedRegion<C>
    ) -> DynamicIslandExpandedContent<some View> { DynamicIslandExpandedContent<C>(regions: [first.region]) }

    public static func buildPartialBlock<C: View>(
        first: DynamicIslandExpandedContent<C>
    ) -> DynamicIslandExpandedContent<some View> { first }

    public static func buildPartialBlock<C0: View, C1: View>(
        accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedRegion<C1>
    ) -> DynamicIslandExpandedContent<some View> {
        DynamicIslandExpandedContent<TupleView<(C0, C1)>>(regions: accumulated.regions + [next.region])
    }

    public static func buildPartialBlock<C0: View, C1: View>(
        accumulated: DynamicIslandExpandedContent<C0>, next: DynamicIslandExpandedContent<C1>
    ) -> DynamicIslandExpandedContent<some View> {
        DynamicIslandExpandedContent<TupleView<(C0, C1)>>(regions: accumulated.regions + next.regions)
    }
}

/// The place of a region.
public struct DynamicIslandExpandedRegionPosition: Sendable {
    /// The name, such as `leading`.
    package let name: String

    /// Beside the camera, at the leading edge.
    public static let leading = DynamicIslandExpandedRegionPosition(name: "leading")
    /// Beside the camera, at the trailing edge.
    public static let trailing = DynamicIslandExpandedRegionPosition(name: "trailing")
    /// Below the camera, between leading and trailing.
    public static let center = DynamicIslandExpandedRegionPosition(name: "center")
    /// Below all others, over the full width.
    public static let bottom = DynamicIslandExpandedRegionPosition(name: "bottom")
}

/// The place of a view that is too wide for its region.
public struct DynamicIslandExpandedRegionVerticalPlacement: Equatable, Sendable {
    fileprivate let isBelowIfTooWide: Bool

    /// Beside the camera, with the width that is there.
    public static let `default` = DynamicIslandExpandedRegionVerticalPlacement(isBelowIfTooWide: false)
    /// Below the camera.
    public static let belowIfTooWide = DynamicIslandExpandedRegionVerticalPlacement(isBelowIfTooWide: true)
}

extension View {
    /// Sets where a view of an expanded region stands if it is too wide for its place beside the camera.
    nonisolated public func dynamicIsland(verticalPlacement: DynamicIslandExpandedRegionVerticalPlacement) -> some View {
        adding { _ in verticalPlacement.isBelowIfTooWide ? [.belowIfTooWide] : [] }
    }
}

/// A region with a view of any type.
package struct DynamicIslandRegion {
    package let position: DynamicIslandExpandedRegionPosition
    package let priority: Double
    package let content: AnyView
    /// The margins that the source sets.
    package fileprivate(set) var margins = IslandMargins()

    fileprivate init(position: DynamicIslandExpandedRegionPosition, priority: Double, content: AnyView) {
        (self.position, self.priority, self.content) = (position, priority, content)
    }
}
