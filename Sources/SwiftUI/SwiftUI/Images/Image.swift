public import Foundation
import SubdialCoreGraphics
public import SubdialLayout
public import SubdialUIKit

/// A picture of a catalog, of bytes, or a symbol.
nonisolated public struct Image: View, Equatable, Sendable {
    /// Which colours an image has: those of the foreground, or its own.
    public enum TemplateRenderingMode: Hashable, Sendable { case template, original }

    /// The quality of a resized picture.
    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }

    /// How an image fills a frame.
    public enum ResizingMode: Hashable, Sendable { case tile, stretch }

    /// The size of a symbol beside text.
    public enum Scale: Hashable, Sendable { case small, medium, large }

    /// The rotation or reflection of a picture's pixels.
    public enum Orientation: UInt8, CaseIterable, Hashable, Sendable {
        case up, upMirrored, down, downMirrored, left, leftMirrored, right, rightMirrored
    }

    /// What a screen reader says of the image.
    enum Speech: Equatable, Sendable {
        case name
        case label(Text)
        case nothing
    }

    let source: ImageSource
    let speech: Speech
    /// The place that warnings name.
    let place: SourcePlace
    var variableValue: Double?
    var resizing: PictureContent.Resizing?
    var renderingMode: TemplateRenderingMode?
    var interpolationMode = Interpolation.medium
    var symbolMode: SymbolRenderingMode?
    /// The rendering in tinted widgets, which WidgetKit's `widgetAccentedRenderingMode` sets.
    package var accentedRendering: ImageContent.AccentedRendering?

    init(_ source: ImageSource, speech: Speech = .name, variableValue: Double? = nil, place: SourcePlace = SourcePlace()) {
        (self.source, self.speech, self.variableValue, self.place) = (source, speech, variableValue, place)
    }

    @_disfavoredOverload public init(_ name: String, bundle: Bundle?) { self.init(.asset(name, bundle)) }

    public init(_ name: String, bundle: Bundle? = nil, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(name, bundle), place: SourcePlace(file, line))
    }

    public init(_ name: String, bundle: Bundle? = nil, label: Text, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(name, bundle), speech: .label(label), place: SourcePlace(file, line))
    }

    public init(decorative name: String, bundle: Bundle? = nil, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(name, bundle), speech: .nothing, place: SourcePlace(file, line))
    }

    public init(_ name: String, variableValue: Double?, bundle: Bundle? = nil, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(name, bundle), variableValue: variableValue, place: SourcePlace(file, line))
    }

    public init(
        _ name: String, variableValue: Double?, bundle: Bundle? = nil, label: Text, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(.asset(name, bundle), speech: .label(label), variableValue: variableValue, place: SourcePlace(file, line))
    }

    public init(decorative name: String, variableValue: Double?, bundle: Bundle? = nil, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(name, bundle), speech: .nothing, variableValue: variableValue, place: SourcePlace(file, line))
    }

    /// A symbol; one that the library lacks is drawn as a neutral shape, with a warning that names the line.
    public init(systemName: String, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.symbol(systemName), place: SourcePlace(file, line))
    }

    /// A symbol, for code that uses the initialiser as a function.
    @_disfavoredOverload public init(systemName: String) { self.init(.symbol(systemName)) }

    public init(systemName: String, variableValue: Double?, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.symbol(systemName), variableValue: variableValue, place: SourcePlace(file, line))
    }

    @_disfavoredOverload public init(systemName: String, variableValue: Double?) {
        self.init(.symbol(systemName), variableValue: variableValue)
    }

    /// A picture of a catalog, for code that uses the initialiser as a function.
    @_disfavoredOverload public init(_ resource: ImageResource) { self.init(.asset(resource.name, resource.bundle)) }

    public init(_ resource: ImageResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(resource.name, resource.bundle), place: SourcePlace(file, line))
    }

    public init(_ resource: ImageResource, label: Text, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(resource.name, resource.bundle), speech: .label(label), place: SourcePlace(file, line))
    }

    public init(decorative resource: ImageResource, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.asset(resource.name, resource.bundle), speech: .nothing, place: SourcePlace(file, line))
    }

    @_disfavoredOverload public init(uiImage: UIImage) { self.init(.picture(uiImage)) }

    public init(uiImage: UIImage, file: StaticString = #fileID, line: UInt = #line) {
        self.init(.picture(uiImage), place: SourcePlace(file, line))
    }

    public init(
        _ cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, label: Text, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(.cgImage(cgImage, scale: scale, orientation), speech: .label(label), place: SourcePlace(file, line))
    }

    public init(
        decorative cgImage: CGImage, scale: CGFloat, orientation: Orientation = .up, file: StaticString = #fileID, line: UInt = #line
    ) {
        self.init(.cgImage(cgImage, scale: scale, orientation), speech: .nothing, place: SourcePlace(file, line))
    }

    @available(*, unavailable, message: "An image that code draws is not available: draw with Canvas")
    public init<Context>(size: CGSize, label: Text? = nil, opaque: Bool = false, renderer: @escaping (inout Context) -> Void) {
        self.init(.symbol(""))
    }

    /// The image with a change.
    package func changed(_ change: (inout Image) -> Void) -> Image {
        var image = self
        change(&image)
        return image
    }

    public static func _nodes(of view: Self, in context: _ViewContext) -> [Node] {
        let inner = context.element("Image")
        if view.source == .placeholder { return [inner.node(.shape(ShapeContent(.rectangle, .color(ColorName("fill")))))] }
        let resolved = ResolvedImage(view, in: inner)
        var modifiers: [Modifier] = []
        if let baseline = resolved.baseline {
            modifiers += [.verticalGuide(.firstTextBaseline, baseline), .verticalGuide(.lastTextBaseline, baseline)]
        }
        switch view.speech {
        case .name: break
        case .label(let text):
            var words = Accessibility()
            words.label = text.string(in: context.environment)
            modifiers.append(.accessibility(words))
        case .nothing:
            var words = Accessibility()
            words.isHidden = true
            modifiers.append(.accessibility(words))
        }
        return [inner.node(.image(resolved.content), modifiers)]
    }

    /// The image as a node's content; it warns of a name that is unknown.
    package func content(in context: _ViewContext) -> ImageContent { ResolvedImage(self, in: context).content }
}

extension Image {
    /// The image that fills its frame; `capInsets` keep their size.
    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image {
        changed {
            let insets = Insets(
                top: Double(capInsets.top), leading: Double(capInsets.leading), bottom: Double(capInsets.bottom),
                trailing: Double(capInsets.trailing))
            $0.resizing = PictureContent.Resizing(capInsets: insets, mode: resizingMode == .tile ? .tile : .stretch)
        }
    }

    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { changed { $0.renderingMode = renderingMode } }

    public func interpolation(_ interpolation: Interpolation) -> Image { changed { $0.interpolationMode = interpolation } }

    /// No effect in a picture: edges are always smooth.
    public func antialiased(_ isAntialiased: Bool) -> Image { self }

    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { changed { $0.symbolMode = mode } }

    /// No effect in a picture: its range of brightness is that of the screen.
    public func allowedDynamicRange(_ range: DynamicRange?) -> Image { self }

    /// The range of brightness of a picture.
    public struct DynamicRange: Hashable, Sendable {
        private let name: String

        public static let standard = DynamicRange(name: "standard")
        public static let constrainedHigh = DynamicRange(name: "constrainedHigh")
        public static let high = DynamicRange(name: "high")
    }
}

extension View {
    /// No effect in a picture: its range of brightness is that of the screen.
    nonisolated public func allowedDynamicRange(_ range: Image.DynamicRange?) -> some View { self }
}
