public import Foundation
public import SubdialLayout

/// What is known of a picture that is loaded.
public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    /// The picture; nil until it is loaded.
    public var image: Image? {
        if case .success(let image) = self { image } else { nil }
    }

    /// The problem; nil without one.
    public var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// A picture that is loaded from an address, which a widget never does: its placeholder is drawn.
nonisolated public struct AsyncImage<Content: View>: View {
    private let content: (AsyncImagePhase) -> Content

    /// The placeholder is a gray box.
    public init(url: URL?, scale: CGFloat = 1) where Content == Image { content = { _ in Image(.placeholder) } }

    public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I, @ViewBuilder placeholder: @escaping () -> P
    ) where Content == _ConditionalContent<I, P> {
        self.content = EnvironmentReader.capture { phase in
            phase.image.map { ViewBuilder.buildEither(first: content($0)) } ?? ViewBuilder.buildEither(second: placeholder())
        }
    }

    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.content = EnvironmentReader.capture(content)
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("AsyncImage")
        return inner.nodes(of: view.content(.empty))
    }
}
