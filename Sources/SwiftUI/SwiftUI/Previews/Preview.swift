public import Foundation

/// A preview: what `#Preview` makes.
public struct Preview {
    /// The name; nil if the source gives none.
    package let name: String?
    package let content: any PreviewContent

    package init(_ name: String?, _ content: any PreviewContent) {
        self.name = name
        self.content = content
    }

    /// The traits of a preview of a view.
    public struct ViewTraits: Sendable {}

    /// A preview of a view.
    @MainActor
    public init(
        _ name: String? = nil, traits: PreviewTrait<ViewTraits>..., @ViewBuilder body: @escaping @MainActor () -> any View
    ) {
        self.init(name, ViewPreview(traits: traits, body: body))
    }
}

/// What a preview shows: a view, or what WidgetKit adds.
package protocol PreviewContent {}

/// A view with traits.
package struct ViewPreview: PreviewContent {
    fileprivate let traits: [PreviewTrait<Preview.ViewTraits>]
    fileprivate let body: @MainActor () -> any View

    /// The frame that the traits ask for; nil for a view in its own size.
    package var layout: PreviewLayout? { traits.lazy.compactMap(\.layout).last }

    /// The view, inside of the modifiers of the traits.
    @MainActor package func view() async throws -> AnyView {
        var view = AnyView(body())
        for trait in traits { if let modifier = trait.modifier { view = try await modifier(view) } }
        return view
    }
}

/// How a preview is shown.
public struct PreviewTrait<T>: Sendable {
    fileprivate var layout: PreviewLayout?
    fileprivate var modifier: (@MainActor @Sendable (AnyView) async throws -> AnyView)?

    fileprivate init(layout: PreviewLayout? = nil, modifier: (@MainActor @Sendable (AnyView) async throws -> AnyView)? = nil) {
        self.layout = layout
        self.modifier = modifier
    }
}

extension PreviewTrait where T == Preview.ViewTraits {
    /// The whole screen.
    public static var defaultLayout: PreviewTrait<T> { PreviewTrait(layout: .device) }

    /// As large as the view.
    public static var sizeThatFitsLayout: PreviewTrait<T> { PreviewTrait(layout: .sizeThatFits) }

    /// A size in points.
    public static func fixedLayout(width: CGFloat, height: CGFloat) -> PreviewTrait<T> {
        PreviewTrait(layout: .fixed(width: width, height: height))
    }

    /// No effect in a picture: the screen is upright.
    public static var portrait: PreviewTrait<T> { PreviewTrait() }

    /// No effect in a picture: the screen is upright.
    public static var portraitUpsideDown: PreviewTrait<T> { PreviewTrait() }

    /// No effect in a picture: the screen is upright.
    public static var landscapeLeft: PreviewTrait<T> { PreviewTrait() }

    /// No effect in a picture: the screen is upright.
    public static var landscapeRight: PreviewTrait<T> { PreviewTrait() }

    /// The view inside of a modifier, which gets its shared context first.
    @preconcurrency public static func modifier(_ modifier: some PreviewModifier & Sendable) -> PreviewTrait<T> {
        PreviewTrait(modifier: { view in try await apply(modifier, to: view) })
    }

    @MainActor private static func apply<M: PreviewModifier>(_ modifier: M, to view: AnyView) async throws -> AnyView {
        AnyView(modifier.body(content: PreviewModifierContent(view), context: try await M.makeSharedContext()))
    }
}

/// A modifier of previews with a context that they share.
public protocol PreviewModifier {
    /// The type of the context.
    associatedtype Context = Void
    /// The type of the view.
    associatedtype Body: View
    typealias Content = PreviewModifierContent

    /// The context; here each preview has its own.
    @MainActor static func makeSharedContext() async throws -> Self.Context

    /// The view around the preview.
    @MainActor @ViewBuilder func body(content: Self.Content, context: Self.Context) -> Self.Body
}

extension PreviewModifier where Context == Void {
    /// No effect in a picture: there is no context.
    public static func makeSharedContext() async throws {}
}

/// The view of a preview, for its modifiers.
nonisolated public struct PreviewModifierContent: View {
    private let view: AnyView

    fileprivate init(_ view: AnyView) { self.view = view }

    public var body: some View { view }
}
