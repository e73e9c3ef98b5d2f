import SubdialDrawing
import SubdialLayout

/// Draws the curved label of a watch corner: SwiftUI's `widgetLabel` of an accessoryCorner.
///
/// The picture is the top left corner of a face. The widget itself is straight and close to the corner; its label follows the circle of the
/// dial, between the two. The exact positions are estimated from pictures of faces.
struct CornerLabelDrawing {
    let drawing: PlacedNodeDrawing

    /// In fractions of the picture's edge: the centre of the dial, right of and below the picture, and the radius of the label's outer edge.
    private static let middle = 1.3
    private static let radius = 1.11
    /// Half of the maximum angle of the label, in degrees.
    private static let reach = 25.5
    /// The angle of the label's centre in degrees, clockwise from the top.
    private static let angle = -45.0

    /// The layout size of a label: the length of the curve, and the height of the canvas.
    static func room(_ canvas: Size) -> Size {
        Size(radius * canvas.width * 2 * reach * .pi / 180, canvas.height)
    }

    private var center: Point { Point(drawing.canvas.width * Self.middle, drawing.canvas.width * Self.middle) }
    private var radius: Double { drawing.canvas.width * Self.radius }

    /// Draws the texts and gauges of the label, from the outside inwards.
    func draw(_ label: PlacedNode) {
        var radius = radius
        draw(label, drawing, radius: &radius)
    }

    private func draw(_ node: PlacedNode, _ drawing: PlacedNodeDrawing, radius: inout Double) {
        var drawing = drawing
        switch node.drawn {
        case .text(let content, let scale, _, _):
            guard !content.text.isEmpty else { return }
            let layout = drawing.measurer.layout(
                content, text: content.text, scale: scale, width: Self.room(drawing.canvas).width, maximumLines: 1)
            radius -= layout.capHeight
            if drawing.isRedacted {
                // A bar as long as the text and as thick as its lowercase letters.
                let half = layout.angle(onRadius: radius) / 2
                drawing.context.stroke(
                    .arc(
                        center: center, radius: radius + layout.capHeight / 2, from: Self.angle - half - 90, to: Self.angle + half - 90),
                    with: drawing.colors.color(ColorName("fill")),
                    style: SubdialDrawing.StrokeStyle(width: layout.capHeight * 0.8, cap: .round))
                radius -= layout.capHeight * 0.5
                return
            }
            layout.draw(
                in: drawing.context, along: center, radius: radius, middle: Self.angle, with: drawing.colors.color(of: content.paint))
            radius -= layout.capHeight * 0.5
        case .progress(let progress):
            let fraction = drawing.isRedacted ? 0 : progress.fraction
            // A smaller circle leaves the picture at a smaller angle.
            let reach = Self.reach - 2.5
            let (start, end) = (Self.angle - reach, Self.angle + reach)
            let style = SubdialDrawing.StrokeStyle(width: progress.lineWidth, cap: .round)
            radius -= progress.lineWidth / 2
            // The angles of an arc start at the right.
            func arc(to end: Double) -> SubdialDrawing.Path { .arc(center: center, radius: radius, from: start - 90, to: end - 90) }
            drawing.context.stroke(arc(to: end), with: drawing.colors.color(progress.track), style: style)
            if fraction > 0 {
                let paint: SubdialDrawing.Paint =
                    progress.gradient.isEmpty
                    ? .color(drawing.colors.color(progress.color))
                    : .angular(
                        AngularGradient(
                            stops: drawing.colors.stops(progress.gradient), center: center, radius: radius + progress.lineWidth,
                            start: start - 90, end: end - 90))
                drawing.context.stroke(arc(to: start + (end - start) * fraction), with: paint, style: style)
            }
            radius -= progress.lineWidth / 2 + 3
        case .effect(.accented):
            drawing.colors.isAccented = true
            for child in node.children { draw(child, drawing, radius: &radius) }
        case .effect(.privacySensitive):
            drawing.isRedacted = drawing.isRedacted || drawing.colors.environment.hidesPrivate
            for child in node.children { draw(child, drawing, radius: &radius) }
        case .effect(.hidden): return
        case .effect(.redacted):
            drawing.isRedacted = true
            for child in node.children { draw(child, drawing, radius: &radius) }
        case .effect(.unredacted):
            drawing.isRedacted = false
            for child in node.children { draw(child, drawing, radius: &radius) }
        case .effect(.opacity(let opacity)):
            drawing.context.group(alpha: opacity) { for child in node.children { draw(child, drawing, radius: &radius) } }
        default:
            for child in node.children { draw(child, drawing, radius: &radius) }
        }
    }
}
