public import Foundation
package import SubdialLayout
import Synchronization

/// A guide of one's own: a type that says where it is in a view that sets none.
public protocol AlignmentID {
    /// The distance of the guide from the top or the leading edge.
    static func defaultValue(in context: ViewDimensions) -> CGFloat
}

/// The size of a view and the places of its guides.
public struct ViewDimensions: Equatable, Sendable {
    private let dimensions: Dimensions

    package init(_ dimensions: Dimensions) { self.dimensions = dimensions }

    public var width: CGFloat { dimensions.size.width }

    public var height: CGFloat { dimensions.size.height }

    public subscript(guide: HorizontalAlignment) -> CGFloat { dimensions[guide.layout] }

    public subscript(guide: VerticalAlignment) -> CGFloat { dimensions[guide.layout] }

    public subscript(explicit guide: HorizontalAlignment) -> CGFloat? { dimensions.guides?.horizontal[guide.layout].map { CGFloat($0) } }

    public subscript(explicit guide: VerticalAlignment) -> CGFloat? { dimensions.guides?.vertical[guide.layout].map { CGFloat($0) } }
}

/// The guides of types, each one object, so that alignments of a type are equal.
private let customGuides = Mutex<[ObjectIdentifier: CustomGuide]>([:])

private func customGuide(_ id: any AlignmentID.Type) -> CustomGuide {
    customGuides.withLock { known in
        if let guide = known[ObjectIdentifier(id)] { return guide }
        let guide = CustomGuide("\(id)", position: LayoutClosure { Double(id.defaultValue(in: ViewDimensions($0))) })
        known[ObjectIdentifier(id)] = guide
        return guide
    }
}

/// A place between the leading and the trailing edge.
public struct HorizontalAlignment: Equatable, Sendable {
    /// The alignment for the layout.
    package let layout: SubdialLayout.HorizontalAlignment

    init(_ layout: SubdialLayout.HorizontalAlignment) { self.layout = layout }

    public init(_ id: any AlignmentID.Type) { self.init(.custom(customGuide(id))) }

    public static let leading = HorizontalAlignment(.leading)
    public static let center = HorizontalAlignment(.center)
    public static let trailing = HorizontalAlignment(.trailing)
    /// The leading edge: a widget has no list.
    public static let listRowSeparatorLeading = HorizontalAlignment(.leading)
    /// The trailing edge: a widget has no list.
    public static let listRowSeparatorTrailing = HorizontalAlignment(.trailing)

    /// The mean of guides that views have set.
    public func combineExplicit<S: Sequence>(_ values: S) -> CGFloat? where S.Element == CGFloat? { mean(values) }
}

/// A place between the top and the bottom edge.
public struct VerticalAlignment: Equatable, Sendable {
    /// The alignment for the layout.
    package let layout: SubdialLayout.VerticalAlignment

    init(_ layout: SubdialLayout.VerticalAlignment) { self.layout = layout }

    public init(_ id: any AlignmentID.Type) { self.init(.custom(customGuide(id))) }

    public static let top = VerticalAlignment(.top)
    public static let center = VerticalAlignment(.center)
    public static let bottom = VerticalAlignment(.bottom)
    public static let firstTextBaseline = VerticalAlignment(.firstTextBaseline)
    public static let lastTextBaseline = VerticalAlignment(.lastTextBaseline)

    /// The mean of guides that views have set.
    public func combineExplicit<S: Sequence>(_ values: S) -> CGFloat? where S.Element == CGFloat? { mean(values) }
}

private func mean(_ values: some Sequence<CGFloat?>) -> CGFloat? {
    let known = values.compactMap { $0 }
    return known.isEmpty ? nil : known.reduce(0, +) / CGFloat(known.count)
}

/// A place in a rectangle.
public struct Alignment: Equatable, Sendable {
    public var horizontal: HorizontalAlignment
    public var vertical: VerticalAlignment

    public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The alignment for the layout.
    package var layout: SubdialLayout.Alignment { SubdialLayout.Alignment(horizontal.layout, vertical.layout) }

    public static let center = Alignment(horizontal: .center, vertical: .center)
    public static let leading = Alignment(horizontal: .leading, vertical: .center)
    public static let trailing = Alignment(horizontal: .trailing, vertical: .center)
    public static let top = Alignment(horizontal: .center, vertical: .top)
    public static let bottom = Alignment(horizontal: .center, vertical: .bottom)
    public static let topLeading = Alignment(horizontal: .leading, vertical: .top)
    public static let topTrailing = Alignment(horizontal: .trailing, vertical: .top)
    public static let bottomLeading = Alignment(horizontal: .leading, vertical: .bottom)
    public static let bottomTrailing = Alignment(horizontal: .trailing, vertical: .bottom)
    public static let centerFirstTextBaseline = Alignment(horizontal: .center, vertical: .firstTextBaseline)
    public static let centerLastTextBaseline = Alignment(horizontal: .center, vertical: .lastTextBaseline)
    public static let leadingFirstTextBaseline = Alignment(horizontal: .leading, vertical: .firstTextBaseline)
    public static let leadingLastTextBaseline = Alignment(horizontal: .leading, vertical: .lastTextBaseline)
    public static let trailingFirstTextBaseline = Alignment(horizontal: .trailing, vertical: .firstTextBaseline)
    public static let trailingLastTextBaseline = Alignment(horizontal: .trailing, vertical: .lastTextBaseline)
}

extension View {
    nonisolated public func alignmentGuide(
        _ g: HorizontalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        let closure = LayoutClosure<Dimensions, Double> { Double(computeValue(ViewDimensions($0))) }
        return adding(.computedHorizontalGuide(g.layout, closure))
    }

    nonisolated public func alignmentGuide(
        _ g: VerticalAlignment, computeValue: @escaping (ViewDimensions) -> CGFloat
    ) -> some View {
        let closure = LayoutClosure<Dimensions, Double> { Double(computeValue(ViewDimensions($0))) }
        return adding(.computedVerticalGuide(g.layout, closure))
    }
}
