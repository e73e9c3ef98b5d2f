public import Foundation
public import SubdialCoreGraphics
internal import SubdialLayout

/// The drawing of a `Canvas`: it records nodes for the layout.
///
/// Each copy has its own opacity, transform and clips, and all draw on the same canvas.
public struct GraphicsContext {
    /// What fills or draws a path.
    public struct Shading: Sendable {
        /// The style in a canvas of a size, with the transform of its context.
        let style: @Sendable (CGSize, CGAffineTransform) -> AnyShapeStyle

        init(_ style: @escaping @Sendable (CGSize, CGAffineTransform) -> AnyShapeStyle) { self.style = style }

        private init(style: AnyShapeStyle) {
            self.init { _, _ in style }
        }

        public static var foreground: Shading { Shading(style: AnyShapeStyle(ForegroundStyle())) }

        public static var backdrop: Shading { Shading(style: AnyShapeStyle(BackgroundStyle())) }

        public static func color(_ color: Color) -> Shading { Shading(style: AnyShapeStyle(color)) }

        public static func color(
            _ colorSpace: Color.RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
        ) -> Shading { .color(Color(colorSpace, red: red, green: green, blue: blue, opacity: opacity)) }

        public static func color(_ colorSpace: Color.RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) -> Shading {
            .color(Color(colorSpace, white: white, opacity: opacity))
        }

        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading(style: AnyShapeStyle(style)) }
    }

    /// The nodes so far; a class, because copies of a context draw on the same canvas.
    final class Recording { var nodes: [Node] = [] }

    /// The opacity of what is drawn next.
    public var opacity = 1.0
    /// The blend mode of what is drawn next.
    public var blendMode = BlendMode.normal
    /// The transform of what is drawn next.
    public var transform = CGAffineTransform.identity
    /// The environment of the canvas.
    public let environment: EnvironmentValues
    private let recording: Recording
    private let size: CGSize
    private let context: _ViewContext
    private var clips: [SubdialLayout.Modifier] = []
    private var filters: [SubdialLayout.Modifier] = []

    init(_ context: _ViewContext, size: CGSize, recording: Recording) {
        (self.context, self.size, self.recording) = (context, size, recording)
        environment = context.environment
    }

    // MARK: State

    public mutating func translateBy(x: CGFloat, y: CGFloat) { transform = transform.translatedBy(x: x, y: y) }

    public mutating func scaleBy(x: CGFloat, y: CGFloat) { transform = transform.scaledBy(x: x, y: y) }

    public mutating func rotate(by angle: Angle) { transform = transform.rotated(by: angle.radians) }

    public mutating func concatenate(_ matrix: CGAffineTransform) { transform = matrix.concatenating(transform) }

    /// Limits what is drawn next to a path, or to what is around it.
    public mutating func clip(to path: Path, style: FillStyle = FillStyle(), options: ClipOptions = ClipOptions()) {
        var area = style.isEOFilled ? path.normalized(eoFill: true) : path
        area = area.applying(transform)
        if options.contains(.inverse) { area = Path(CGRect(origin: .zero, size: size)).subtracting(area) }
        clips.append(.clip(.elements(area.layoutElements)))
    }

    @available(*, unavailable, message: "a canvas has no clip of drawings: use 'clip(to:)', or the modifier 'mask' of the canvas")
    public mutating func clipToLayer(
        opacity: Double = 1, options: ClipOptions = ClipOptions(), content: (inout GraphicsContext) throws -> Void
    ) rethrows {}

    /// How a clip is used.
    public struct ClipOptions: OptionSet, Sendable {
        public let rawValue: UInt32

        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// What is around the path.
        public static let inverse = ClipOptions(rawValue: 1)
    }

    // MARK: Drawing

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {
        add(path.applying(transform), shading, stroke: nil, isEvenOdd: style.isEOFilled, isAntialiased: style.isAntialiased)
    }

    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {
        stroke(path, with: shading, style: StrokeStyle(lineWidth: lineWidth))
    }

    public func stroke(_ path: Path, with shading: Shading, style: StrokeStyle) {
        // A line is scaled with its path: only an equal scale keeps it a line.
        let scale = abs(transform.a * transform.d - transform.b * transform.c).squareRoot()
        let isEven =
            abs(transform.a * transform.c + transform.b * transform.d) < 1e-6
            && abs(hypot(Double(transform.a), Double(transform.b)) - hypot(Double(transform.c), Double(transform.d))) < 1e-6
        guard isEven else {
            return add(path.strokedPath(style).applying(transform), shading, stroke: nil, isEvenOdd: false, isAntialiased: true)
        }
        var scaled = style
        (scaled.lineWidth, scaled.dashPhase) = (style.lineWidth * scale, style.dashPhase * scale)
        scaled.dash = style.dash.map { $0 * scale }
        add(path.applying(transform), shading, stroke: scaled.layout, isEvenOdd: false, isAntialiased: true)
    }

    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) { draw(view: text, at: point, anchor) }

    public func draw(_ text: Text, in rect: CGRect) { draw(view: text, in: rect, .topLeading) }

    public func draw(_ image: Image, at point: CGPoint, anchor: UnitPoint = .center) { draw(view: image, at: point, anchor) }

    public func draw(_ image: Image, in rect: CGRect, style: FillStyle = FillStyle()) { draw(view: image, in: rect, .center) }

    /// Draws a group, to which the opacity, the blend mode and the clips of this context apply as a whole.
    public func drawLayer(content: (inout GraphicsContext) throws -> Void) rethrows {
        var inner = GraphicsContext(context, size: size, recording: Recording())
        inner.transform = transform
        try content(&inner)
        add(
            Node(.zstack(alignment: .topLeading, inner.recording.nodes), path: context.node(.zstack(alignment: .center, [])).path),
            isLayer: true)
    }

    /// Changes what is drawn next; `options` have no effect in a picture.
    public mutating func addFilter(
        _ filter: Filter, options: FilterOptions = FilterOptions(), file: StaticString = #fileID, line: UInt = #line
    ) {
        filters += filter.modifiers(environment)
        if let warning = filter.warning { context.warn("Canvas: \(warning)", at: SourcePlace(file, line)) }
    }

    private func add(_ path: Path, _ shading: Shading, stroke: SubdialLayout.StrokeStyle?, isEvenOdd: Bool, isAntialiased: Bool) {
        let resolved = shading.style(size, transform).resolved(in: environment)
        let content = ShapeContent(
            .elements(path.layoutElements), resolved.paint, stroke: stroke, isEvenOdd: isEvenOdd, isAntialiased: isAntialiased)
        add(context.node(.shape(content), resolved.modifiers), isLayer: false)
    }

    private func add(_ node: Node, isLayer: Bool) {
        var node = node
        node.modifiers += filters + clips
        if isLayer { node.modifiers.append(.compositingGroup) }
        if opacity < 1 { node.modifiers.append(.opacity(max(opacity, 0))) }
        if blendMode != .normal {
            if let mode = blendMode.layout {
                node.modifiers.append(.blendMode(mode))
            } else {
                context.warn("Canvas: the blend mode '\(blendMode.name)' is not drawn, and mixes as 'normal'")
            }
        }
        recording.nodes.append(node)
    }

    /// Draws a view with its own size, its anchor at a point.
    private func draw<V: View>(view: V, at point: CGPoint, _ anchor: UnitPoint) {
        let point = point.applying(transform)
        guard point.isFinite else { return }
        var node = context.node(of: view)
        let (place, inner) = (Point(isMirrored ? size.width - point.x : point.x, point.y), isMirrored ? 1 - anchor.x : anchor.x)
        // A frame without a size, in which the view overflows by its alignment, stands at the point.
        let horizontal: SubdialLayout.HorizontalAlignment = inner < 0.25 ? .leading : inner > 0.75 ? .trailing : .center
        let vertical: SubdialLayout.VerticalAlignment = anchor.y < 0.25 ? .top : anchor.y > 0.75 ? .bottom : .center
        node.modifiers.append(.fixedSize(horizontal: true, vertical: true))
        node.modifiers += turned(around: anchor.layout)
        guard [0, 0.5, 1].contains(anchor.x), [0, 0.5, 1].contains(anchor.y) else {
            return add(placed(node, at: place, Point(inner, anchor.y)), isLayer: false)
        }
        node.modifiers.append(.frame(width: 0, height: 0, alignment: SubdialLayout.Alignment(horizontal, vertical)))
        node.modifiers += [.offset(x: place.x, y: place.y), whole]
        add(node, isLayer: false)
    }

    /// A node of the canvas's size with another one inside, whose anchor is at the point.
    private func placed(_ node: Node, at point: Point, _ anchor: Point) -> Node {
        let whole = Size(size)
        let places = LayoutClosure<CustomLayout.Request, [Int: CustomLayout.Place]> { _ in
            [0: CustomLayout.Place(position: point, anchor: anchor)]
        }
        return context.node(.custom(CustomLayout("anchor", size: LayoutClosure { _ in whole }, places: places), [node]))
    }

    private func draw<V: View>(view: V, in rect: CGRect, _ alignment: SubdialLayout.Alignment) {
        let origin = rect.origin.applying(transform)
        guard origin.isFinite, rect.width.isFinite, rect.height.isFinite else { return }
        var node = context.node(of: view)
        node.modifiers.append(.frame(width: rect.width, height: rect.height, alignment: alignment))
        node.modifiers += turned(around: .zero)
        node.modifiers += [.offset(x: isMirrored ? size.width - origin.x - rect.width : origin.x, y: origin.y), whole]
        add(node, isLayer: false)
    }

    /// True if the frames of views are counted from the right, which the canvas itself is not.
    private var isMirrored: Bool { environment.layoutDirection == .rightToLeft }

    /// The frame of the canvas, in whose coordinates the offset of a view is.
    private var whole: SubdialLayout.Modifier { .frame(width: size.width, height: size.height, alignment: .topLeading) }

    /// The rotation and the scale of the transform for a view.
    private func turned(around anchor: Point) -> [SubdialLayout.Modifier] {
        let angle = atan2(Double(transform.b), Double(transform.a))
        let width = hypot(Double(transform.a), Double(transform.b))
        let height = width > 0 ? Double(transform.a * transform.d - transform.b * transform.c) / width : 1
        guard angle.isFinite, width.isFinite, height.isFinite else { return [] }
        var modifiers: [SubdialLayout.Modifier] = []
        if width != 1 || height != 1 { modifiers.append(.scale(x: width, y: height, anchor: anchor)) }
        if angle != 0 { modifiers.append(.rotation(angle * 180 / .pi, anchor: anchor)) }
        return modifiers
    }
}
