public import Foundation
public import SubdialLayout

/// Views side by side.
nonisolated public struct HStack<Content: View>: View {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("HStack")
        return [
            inner.node(
                .hstack(alignment: view.alignment.layout, spacing: view.spacing.map { Double($0) }, inner.children(of: view.content)))
        ]
    }
}

/// Views one below the other.
nonisolated public struct VStack<Content: View>: View {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("VStack")
        return [
            inner.node(
                .vstack(alignment: view.alignment.layout, spacing: view.spacing.map { Double($0) }, inner.children(of: view.content)))
        ]
    }
}

/// Views one above the other.
nonisolated public struct ZStack<Content: View>: View {
    private let alignment: Alignment
    private let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.alignment = alignment
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("ZStack")
        return [inner.node(.zstack(alignment: view.alignment.layout, inner.children(of: view.content)))]
    }
}

/// The headers and footers that stay visible while a view scrolls: no effect in a picture.
public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

/// Views side by side, as an `HStack` that takes all the height that it is offered.
nonisolated public struct LazyHStack<Content: View>: View {
    private let alignment: VerticalAlignment
    private let spacing: CGFloat?
    private let content: Content

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("LazyHStack")
        let frame = FlexibleFrame(vertical: .init(maximum: .infinity), alignment: SubdialLayout.Alignment(.center, view.alignment.layout))
        let stack = LayoutContent.hstack(
            alignment: view.alignment.layout, spacing: view.spacing.map { Double($0) }, inner.children(of: view.content))
        return [inner.node(stack, [.flexibleFrame(frame)])]
    }
}

/// Views one below the other, as a `VStack` that takes all the width that it is offered.
nonisolated public struct LazyVStack<Content: View>: View {
    private let alignment: HorizontalAlignment
    private let spacing: CGFloat?
    private let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.alignment = alignment
        self.spacing = spacing
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("LazyVStack")
        let frame = FlexibleFrame(horizontal: .init(maximum: .infinity), alignment: SubdialLayout.Alignment(view.alignment.layout, .center))
        let stack = LayoutContent.vstack(
            alignment: view.alignment.layout, spacing: view.spacing.map { Double($0) }, inner.children(of: view.content))
        return [inner.node(stack, [.flexibleFrame(frame)])]
    }
}

private typealias LayoutContent = SubdialLayout.Content

/// The length that is left along a stack.
nonisolated public struct Spacer: View, Sendable {
    /// The shortest length; nil for that of the platform.
    public var minLength: CGFloat?

    public init(minLength: CGFloat? = nil) { self.minLength = minLength }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        [context.element("Spacer").node(.spacer(minLength: view.minLength.map { Double($0) }))]
    }
}

/// A line across a stack.
nonisolated public struct Divider: View, Sendable {
    public init() {}

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        [context.element("Divider").node(.divider(separator))]
    }

    /// The separator of iOS: 60, 60, 67 at 0.29, and 84, 84, 88 at 0.6 in the dark.
    private static let separator = ColorName(
        ColorVariants(
            light: .init(red: 60.0 / 255, green: 60.0 / 255, blue: 67.0 / 255, alpha: 0.29),
            dark: .init(red: 84.0 / 255, green: 84.0 / 255, blue: 88.0 / 255, alpha: 0.6)))
}

/// The first of its views that fits.
nonisolated public struct ViewThatFits<Content: View>: View {
    private let axes: Axis.Set
    private let content: Content

    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.content = content()
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("ViewThatFits")
        return [inner.node(.viewThatFits(axes: view.axes.layout, inner.children(of: view.content)))]
    }
}
