public import Foundation

extension GraphicsContext {
    /// A text in the environment of the canvas.
    public struct ResolvedText {
        fileprivate let text: Text

        @available(*, unavailable, message: "a text is measured when it is laid out, not while a canvas is drawn")
        public func measure(in size: CGSize) -> CGSize { size }

        @available(*, unavailable, message: "a text is measured when it is laid out, not while a canvas is drawn")
        public func firstBaseline(in size: CGSize) -> CGFloat { size.height }

        @available(*, unavailable, message: "a text is measured when it is laid out, not while a canvas is drawn")
        public func lastBaseline(in size: CGSize) -> CGFloat { size.height }
    }

    /// A view as a symbol: no effect in a picture, because a canvas takes none.
    public struct ResolvedSymbol {
        public var size: CGSize { .zero }
    }

    /// An image in the environment of the canvas.
    public struct ResolvedImage {
        fileprivate let image: Image

        @available(*, unavailable, message: "an image is measured when it is laid out, not while a canvas is drawn")
        public var size: CGSize { .zero }

        @available(*, unavailable, message: "an image is measured when it is laid out, not while a canvas is drawn")
        public var baseline: CGFloat { 0 }
    }

    @available(*, unavailable, message: "views as symbols of a canvas are not drawn: draw paths, texts and images")
    public func resolveSymbol<ID: Hashable>(id: ID) -> ResolvedSymbol? { nil }

    public func resolve(_ text: Text) -> ResolvedText { ResolvedText(text: text) }

    public func resolve(_ image: Image) -> ResolvedImage { ResolvedImage(image: image) }

    public func resolve(_ shading: Shading) -> Shading { shading }

    public func draw(_ text: ResolvedText, at point: CGPoint, anchor: UnitPoint = .center) { draw(text.text, at: point, anchor: anchor) }

    public func draw(_ text: ResolvedText, in rect: CGRect) { draw(text.text, in: rect) }

    public func draw(_ image: ResolvedImage, at point: CGPoint, anchor: UnitPoint = .center) {
        draw(image.image, at: point, anchor: anchor)
    }

    public func draw(_ image: ResolvedImage, in rect: CGRect, style: FillStyle = FillStyle()) { draw(image.image, in: rect, style: style) }

    @available(*, unavailable, message: "views as symbols of a canvas are not drawn: draw paths, texts and images")
    public func draw(_ symbol: ResolvedSymbol, at point: CGPoint, anchor: UnitPoint = .center) {}

    @available(*, unavailable, message: "views as symbols of a canvas are not drawn: draw paths, texts and images")
    public func draw(_ symbol: ResolvedSymbol, in rect: CGRect) {}
}
