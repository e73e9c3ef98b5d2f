import SubdialLayout

let infinity = Double.infinity

/// Returns the engine of these tests, by default with a hundred pixels per point, so that rounding has no effect.
func engine(scale: Double = 100, _ direction: LayoutDirection = .leftToRight) -> LayoutEngine {
    LayoutEngine(measurer: GridMeasurer(), scale: scale, direction: direction)
}

/// A view that fills the proposed size.
let filler = Node(.shape(ShapeContent(.rectangle, .color(.primary))))

func fixed(_ width: Double, _ height: Double) -> Node { filler.frame(width, height) }

func text(
    _ text: String, size: Double = 20, lineLimit: Int? = nil, minimumScaleFactor: Double = 1, widest: String? = nil
) -> Node {
    Node(
        .text(
            TextContent(
                text, widest: widest, font: Font(.size(size)), lineLimit: lineLimit, minimumScaleFactor: minimumScaleFactor)))
}

func symbol(_ side: Double? = nil) -> Node { Node(.image(ImageContent(.symbol("star"), symbolSize: side))) }

let artwork = Node(.image(ImageContent(.artwork(placeholder: nil))))

func progress(_ style: ProgressContent.Style) -> Node { Node(.progress(ProgressContent(0.25, style: style))) }

/// Returns a gauge without bounds, which is its own mirror image.
func gauge(_ style: ProgressContent.Style) -> Node {
    Node(
        .gauge(
            GaugeContent(ring: ProgressContent(0.25, style: style), value: text("12"), label: text("AQI"), sizesTexts: false)))
}

let levels = Node(.levels(LevelsContent([0.5, 0.75])))

func spacer(_ minLength: Double? = nil) -> Node { Node(.spacer(minLength: minLength)) }

let divider = Node(.divider(ColorName("fill")))

func hstack(_ nodes: Node..., alignment: VerticalAlignment = .center, spacing: Double? = nil) -> Node {
    Node(.hstack(alignment: alignment, spacing: spacing, nodes))
}

func vstack(_ nodes: Node..., alignment: HorizontalAlignment = .center, spacing: Double? = nil) -> Node {
    Node(.vstack(alignment: alignment, spacing: spacing, nodes))
}

func zstack(_ nodes: Node..., alignment: Alignment = .center) -> Node { Node(.zstack(alignment: alignment, nodes)) }

/// Returns a grid, by default without spacing.
func grid(_ nodes: Node..., alignment: Alignment = .center, spacing: Double? = 0) -> Node {
    Node(.grid(alignment: alignment, horizontalSpacing: spacing, verticalSpacing: spacing, nodes))
}

func row(_ cells: Node..., alignment: VerticalAlignment? = nil) -> Node { Node(.gridRow(alignment: alignment, cells)) }

func viewThatFits(_ axes: Set<Axis>, _ nodes: Node...) -> Node { Node(.viewThatFits(axes: axes, nodes)) }

extension Node {
    func with(_ modifier: Modifier) -> Node {
        var node = self
        node.modifiers.append(modifier)
        return node
    }

    func named(_ id: String) -> Node {
        var node = self
        node.id = id
        return node
    }

    func frame(_ width: Double?, _ height: Double?, _ alignment: Alignment = .center) -> Node {
        with(.frame(width: width, height: height, alignment: alignment))
    }

    func width(min: Double? = nil, ideal: Double? = nil, max: Double? = nil, _ alignment: Alignment = .center) -> Node {
        with(.flexibleFrame(FlexibleFrame(horizontal: .init(minimum: min, ideal: ideal, maximum: max), alignment: alignment)))
    }

    func height(min: Double? = nil, ideal: Double? = nil, max: Double? = nil) -> Node {
        with(.flexibleFrame(FlexibleFrame(vertical: .init(minimum: min, ideal: ideal, maximum: max))))
    }

    func padding(_ all: Double) -> Node { with(.padding(Insets(all: all))) }

    func fixedSize(_ horizontal: Bool = true, _ vertical: Bool = true) -> Node {
        with(.fixedSize(horizontal: horizontal, vertical: vertical))
    }

    func ratio(_ ratio: Double, _ mode: Modifier.ContentMode = .fit) -> Node { with(.aspectRatio(ratio, mode)) }

    func spanning(_ columns: Int) -> Node { with(.gridCellColumns(columns)) }

    func column(_ alignment: HorizontalAlignment) -> Node { with(.gridColumnAlignment(alignment)) }

    func direction(_ direction: LayoutDirection) -> Node { with(.layoutDirection(direction)) }

    func priority(_ priority: Double) -> Node { with(.layoutPriority(priority)) }

    func background(_ node: Node, _ alignment: Alignment = .center) -> Node { with(.background(node, alignment: alignment)) }

    func overlay(_ node: Node, _ alignment: Alignment = .center) -> Node { with(.overlay(node, alignment: alignment)) }
}

extension PlacedNode {
    /// The node and all its descendants, in drawing order.
    var all: [PlacedNode] { [self] + children.flatMap(\.all) }

    /// The frames of the children.
    var frames: [Rect] { children.map(\.frame) }
}
