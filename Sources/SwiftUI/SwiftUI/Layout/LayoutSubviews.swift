public import Foundation
internal import SubdialLayout

/// The size that a container offers to a view; nil for its ideal size, 0 for its least, infinity for its greatest.
public struct ProposedViewSize: Equatable, Sendable {
    public var width: CGFloat?
    public var height: CGFloat?

    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }

    public init(_ size: CGSize) { self.init(width: size.width, height: size.height) }

    init(_ size: ProposedSize) { self.init(width: size.width.map { CGFloat($0) }, height: size.height.map { CGFloat($0) }) }

    var layout: ProposedSize { ProposedSize(width.map { Double($0) }, height.map { Double($0) }) }

    public static let zero = ProposedViewSize(width: 0, height: 0)
    public static let unspecified = ProposedViewSize(width: nil, height: nil)
    public static let infinity = ProposedViewSize(width: .infinity, height: .infinity)

    public func replacingUnspecifiedDimensions(by size: CGSize = CGSize(width: 10, height: 10)) -> CGSize {
        CGSize(width: width ?? size.width, height: height ?? size.height)
    }

    subscript(axis: Axis) -> CGFloat? {
        get { axis == .horizontal ? width : height }
        set { if axis == .horizontal { width = newValue } else { height = newValue } }
    }
}

/// The distances that a view prefers to those beside it.
public struct ViewSpacing: Sendable {
    // Unchecked: the code of the layout calls it, on its thread.
    private struct Source: @unchecked Sendable { let subview: CustomLayout.Subview }

    private let source: Source?

    public init() { source = nil }

    init(_ subview: CustomLayout.Subview) { source = Source(subview: subview) }

    public static let zero = ViewSpacing()

    /// The distance to a view that follows; 0 if one of the two is no view of a layout.
    public func distance(to next: ViewSpacing, along axis: Axis) -> CGFloat {
        guard let source, let other = next.source else { return 0 }
        return source.subview.distance(other.subview, axis.layout)
    }

    /// The distances of this one; those of the other one if this one has none.
    public mutating func formUnion(_ other: ViewSpacing, edges: Edge.Set = .all) { if source == nil { self = other } }

    public func union(_ other: ViewSpacing, edges: Edge.Set = .all) -> ViewSpacing {
        var result = self
        result.formUnion(other, edges: edges)
        return result
    }
}

/// Where a layout has placed its views.
final class SubviewPlaces { var values: [Int: CustomLayout.Place] = [:] }

/// A view that a layout arranges.
public struct LayoutSubview: Equatable {
    private let subview: CustomLayout.Subview
    private let values: [ObjectIdentifier: Any]
    private let places: SubviewPlaces?

    init(_ subview: CustomLayout.Subview, values: [ObjectIdentifier: Any], _ places: SubviewPlaces?) {
        (self.subview, self.values, self.places) = (subview, values, places)
    }

    public static func == (first: LayoutSubview, second: LayoutSubview) -> Bool { first.subview.index == second.subview.index }

    public subscript<K: LayoutValueKey>(key: K.Type) -> K.Value {
        guard let value = values[ObjectIdentifier(key)] else { return K.defaultValue }
        return value as? K.Value ?? K.defaultValue
    }

    public var priority: Double { subview.priority }

    public var spacing: ViewSpacing { ViewSpacing(subview) }

    public func sizeThatFits(_ proposal: ProposedViewSize) -> CGSize { CGSize(subview.measure(proposal.layout).size) }

    public func dimensions(in proposal: ProposedViewSize) -> ViewDimensions { ViewDimensions(subview.measure(proposal.layout)) }

    public func place(at position: CGPoint, anchor: UnitPoint = .topLeading, proposal: ProposedViewSize) {
        guard position.x.isFinite, position.y.isFinite else { return }
        places?.values[subview.index] = CustomLayout.Place(
            position: Point(position.x, position.y), anchor: Point(anchor.x, anchor.y), proposal: proposal.layout)
    }
}

/// The views that a layout arranges.
public struct LayoutSubviews: RandomAccessCollection, Equatable {
    public typealias SubSequence = LayoutSubviews
    public typealias Element = LayoutSubview
    public typealias Index = Int

    private let views: [LayoutSubview]
    /// The reading direction of the layout.
    public var layoutDirection: LayoutDirection

    init(_ views: [LayoutSubview], layoutDirection: LayoutDirection) {
        self.views = views
        self.layoutDirection = layoutDirection
    }

    public var startIndex: Int { 0 }

    public var endIndex: Int { views.count }

    public subscript(index: Int) -> LayoutSubview { views[index] }

    public subscript(bounds: Range<Int>) -> LayoutSubviews { LayoutSubviews(Array(views[bounds]), layoutDirection: layoutDirection) }

    public subscript<S: Sequence>(indices: S) -> LayoutSubviews where S.Element == Int {
        LayoutSubviews(indices.map { views[$0] }, layoutDirection: layoutDirection)
    }
}
