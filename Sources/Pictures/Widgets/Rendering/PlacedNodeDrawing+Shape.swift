import SubdialDrawing
import SubdialLayout

/// The drawing of shapes.
extension PlacedNodeDrawing {
    /// Fills a shape, or draws the line along its outline.
    func draw(_ content: ShapeContent, in frame: Rect, direction: LayoutDirection) {
        guard content.isAntialiased else {
            var sharp = content
            sharp.isAntialiased = true
            return context.withoutSmoothing { draw(sharp, in: frame, direction: direction) }
        }
        var outline = path(content.shape, in: frame, direction: direction)
        if let trim = content.trim { outline = outline.trimmed(from: trim.lowerBound, to: trim.upperBound) }
        let material: Material? = if case .color(let color) = content.paint { Material(rawValue: color.name) } else { nil }
        guard let stroke = content.stroke else {
            if let material { return fill(outline, evenOdd: content.isEvenOdd, with: material) }
            if case .color(let color) = content.paint {
                return context.fill(outline, with: colors.shapeColor(color), evenOdd: content.isEvenOdd)
            }
            return context.fill(outline, with: paint(content.paint, in: frame), evenOdd: content.isEvenOdd)
        }
        guard stroke.lineWidth > 0 else { return }
        guard let material else { return context.stroke(outline, with: paint(content.paint, in: frame), style: stroke.drawn) }
        // The material of the whole, cut to the line.
        let area = outline.bounds.inset(by: -stroke.lineWidth * max(1, min(stroke.miterLimit, 20)))
        context.group {
            fill(.rect(area), with: material)
            context.group(blend: .destinationIn) { context.stroke(outline, with: Color.black, style: stroke.drawn) }
        }
    }

    private func fill(_ outline: SubdialDrawing.Path, evenOdd: Bool, with material: Material) {
        guard evenOdd else { return fill(outline, with: material) }
        context.saved {
            context.clip(outline, evenOdd: true)
            fill(.rect(outline.bounds), with: material)
        }
    }

    /// The paint in a frame, with its pictures.
    func paint(_ paint: SubdialLayout.Paint, in frame: Rect) -> SubdialDrawing.Paint {
        colors.paint(paint, in: frame) { tiles($0, in: frame) }
    }

    /// The outline of a shape in a frame.
    func path(_ shape: Shape, in frame: Rect, direction: LayoutDirection) -> SubdialDrawing.Path {
        switch shape {
        case .rectangle: return .rect(frame)
        case .roundedRectangle(let radius, let style): return .roundedRect(frame, radius: points(radius, in: frame), corner: style.drawn)
        case .unevenRoundedRectangle(let topLeading, let bottomLeading, let bottomTrailing, let topTrailing, let style):
            let isMirrored = direction == .rightToLeft
            return .unevenRoundedRect(
                frame, topLeft: isMirrored ? topTrailing : topLeading, topRight: isMirrored ? topLeading : topTrailing,
                bottomRight: isMirrored ? bottomLeading : bottomTrailing, bottomLeft: isMirrored ? bottomTrailing : bottomLeading,
                corner: style.drawn)
        case .circle: return .circle(center: frame.center, radius: min(frame.width, frame.height) / 2)
        case .ellipse: return .ellipse(in: frame)
        case .capsule(let style): return .roundedRect(frame, radius: min(frame.width, frame.height) / 2, corner: style.drawn)
        // A layout resolves it; without one, the container is the widget.
        case .container: return .roundedRect(frame, radius: points(.concentric, in: frame))
        case .path(let data, let box): return measurer.outlines.path(data)?.stretched(from: box, into: frame) ?? SubdialDrawing.Path()
        case .elements(let elements): return SubdialDrawing.Path(elements).translated(x: frame.x, y: frame.y)
        case .inset(let shape, let inset): return path(shape, inset: inset.isFinite ? inset : 0, in: frame, direction: direction)
        }
    }

    /// The outline of a shape that is smaller on each side; fixed corners lose as much of their radius.
    private func path(_ shape: Shape, inset: Double, in frame: Rect, direction: LayoutDirection) -> SubdialDrawing.Path {
        let inner = frame.inset(by: inset)
        func shorter(_ radius: Double) -> Double { radius > 0 ? max(0, radius - inset) : 0 }
        let own: Shape =
            switch shape {
            case .roundedRectangle(.fixed(let radius), let style): .roundedRectangle(.fixed(shorter(radius)), style)
            case .unevenRoundedRectangle(let a, let b, let c, let d, let style):
                .unevenRoundedRectangle(
                    topLeading: shorter(a), bottomLeading: shorter(b), bottomTrailing: shorter(c), topTrailing: shorter(d), style)
            default: shape
            }
        return path(own, in: inner, direction: direction)
    }
}

extension SubdialDrawing.Path {
    /// Creates the path of elements in points; quadratic curves become cubic ones.
    init(_ elements: [PathElement]) {
        self.init()
        var (current, start) = (Point.zero, Point.zero)
        for element in elements {
            switch element {
            case .move(let point):
                move(to: point)
                (current, start) = (point, point)
            case .line(let point):
                line(to: point)
                current = point
            case .quadCurve(let point, let control):
                func toward(_ end: Point) -> Point { Point(end.x + (control.x - end.x) * 2 / 3, end.y + (control.y - end.y) * 2 / 3) }
                curve(toward(current), toward(point), to: point)
                current = point
            case .curve(let point, let control1, let control2):
                curve(control1, control2, to: point)
                current = point
            case .close:
                close()
                current = start
            }
        }
    }
}

extension CornerStyle {
    fileprivate var drawn: Corner { self == .continuous ? .continuous : .circular }
}

extension SubdialLayout.StrokeStyle {
    /// The style for the drawing.
    var drawn: SubdialDrawing.StrokeStyle {
        let cap: SubdialDrawing.StrokeStyle.Cap =
            switch cap {
            case .butt: .butt
            case .round: .round
            case .square: .square
            }
        let join: SubdialDrawing.StrokeStyle.Join =
            switch join {
            case .miter: .miter
            case .round: .round
            case .bevel: .bevel
            }
        return SubdialDrawing.StrokeStyle(width: lineWidth, cap: cap, join: join, miterLimit: miterLimit, dash: dash, dashPhase: dashPhase)
    }
}
