import SubdialBasics

/// The second pass of a layout: assigns positions to measured boxes.
///
/// Positions are computed from the leading edge of the whole. Views with the opposite reading direction are mirrored.
struct Placing {
    /// The direction of the whole layout.
    let direction: LayoutDirection
    /// Device pixels per point.
    let scale: Double
    /// The width of the canvas in points.
    let width: Double
    /// The shape that container-relative shapes follow; nil for that of the canvas, which the drawing knows.
    var container: Container?

    func place(_ box: LayoutBox, at origin: Point, proposal: ProposedSize) -> PlacedNode {
        let dimensions = box.measure(proposal)
        let frame = Rect(origin: origin, size: dimensions.size)
        switch box.kind {
        case .content(let content): return place(content, box, in: frame, proposal: proposal)
        case .modifier(let modifier): return place(modifier, box, in: frame, dimensions: dimensions, proposal: proposal)
        }
    }

    /// Places `child` at `offset` from the top leading corner of `frame`, the frame of `parent`.
    private func place(_ child: LayoutBox, at offset: Point, in frame: Rect, of parent: LayoutBox, proposal: ProposedSize) -> PlacedNode {
        var x = frame.minX + offset.x
        if parent.surroundings.direction != direction { x = frame.maxX - offset.x - child.measure(proposal).size.width }
        return place(child, at: Point(x, frame.minY + offset.y), proposal: proposal)
    }

    private func placed(
        _ box: LayoutBox, _ frame: Rect, _ drawn: PlacedNode.Drawn, _ name: String, _ children: [PlacedNode] = []
    ) -> PlacedNode {
        PlacedNode(
            frame: frame.rounded(toScale: scale), drawn: drawn, children: children, id: box.node.id, path: box.node.path, name: name,
            direction: box.surroundings.direction)
    }

    private func place(_ content: Content, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize) -> PlacedNode {
        switch content {
        case .text(var text):
            let fitted = box.fit(text, proposal)
            text.alignment = text.alignment.physical(in: box.surroundings.direction)
            return placed(
                box, frame, .text(text, scale: fitted.scale, maximumLines: fitted.maximumLines, metrics: fitted.metrics), "Text")
        case .image(let image): return placed(box, frame, .image(image), "Image")
        case .shape(var shape):
            let name = shape.shape.name
            shape.shape = resolved(shape.shape, in: frame)
            return placed(box, frame, .shape(shape), name)
        case .progress(let progress): return placed(box, frame, .progress(progress), "Progress")
        case .gauge(let gauge): return place(gauge, box, in: frame)
        case .chart(let chart): return place(chart, box, in: frame)
        case .qrCode(let code): return placed(box, frame, .qrCode(code), "QRCode")
        case .spacer: return placed(box, frame, .nothing, "Spacer")
        case .divider(let color): return placed(box, frame, .divider(color), "Divider")
        case .levels(let levels): return placed(box, frame, .levels(levels), "Levels")
        case .fader(let fader): return placed(box, frame, .fader(fader), "Fader")
        case .pianoRoll(let roll): return placed(box, frame, .pianoRoll(roll), "PianoRoll")
        case .hstack: return place(stack: content, box, in: frame, proposal: proposal, name: "HStack")
        case .vstack: return place(stack: content, box, in: frame, proposal: proposal, name: "VStack")
        case .zstack: return place(stack: content, box, in: frame, proposal: proposal, name: "ZStack")
        case .gridRow: return place(stack: content, box, in: frame, proposal: proposal, name: "GridRow")
        case .grid(let alignment, let horizontal, let vertical, _):
            let grid = GridLayout(
                alignment: alignment, horizontalSpacing: horizontal, verticalSpacing: vertical, children: box.children)
            return place(grid, box, in: frame, proposal: proposal)
        case .island(let island): return place(IslandLayout(island, children: box.children), box, in: frame, proposal: proposal)
        case .viewThatFits(let axes, _):
            let chosen = box.child(thatFits: proposal, axes: axes)
            if box.hasCode { box.findings.chosen = chosen }
            let child = chosen.map { place($0, at: frame.origin, proposal: proposal) }
            return placed(box, frame, .nothing, "ViewThatFits", child.map { [$0] } ?? [])
        case .geometry(let geometry): return place(geometry, box, in: frame)
        case .custom(let layout, _):
            let places = box.places(layout, box.request(proposal, size: frame.size))
            if places != box.findings.places { box.findings.places = places }
            box.findings.frame = frame
            return place(at: places, box, in: frame, name: layout.name)
        case .arranged(let arranged):
            return place(at: box.places(arranged, in: frame.size), box, in: frame, name: arranged.name)
        }
    }

    private func place(stack: Content, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize, name: String) -> PlacedNode {
        let result = box.arrange(stack, proposal)
        if stack.hasOwnCode { box.findings.origins = result.origins }
        let children = box.children.indices.map { index in
            place(box.children[index], at: result.origins[index], in: frame, of: box, proposal: result.proposals[index])
        }
        return placed(box, frame, .nothing, name, children.ordered(like: box.children))
    }

    private func place(_ grid: GridLayout, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize) -> PlacedNode {
        let rows = grid.arrange(proposal).rows.map { row in
            let cells = row.row.cells.indices.map { index in
                place(row.row.cells[index].box, at: row.origins[index], in: frame, of: box, proposal: row.proposals[index])
            }
            // A view that is a row by itself needs no row node.
            guard row.row.isGridRow else { return cells }
            let origin = Point(frame.minX, frame.minY + row.frame.minY)
            return [placed(row.row.box, Rect(origin: origin, size: row.frame.size), .nothing, "GridRow", cells)]
        }
        return placed(box, frame, .nothing, "Grid", rows.flatMap { $0 })
    }

    /// The shape with references to a container in the tree replaced; those to the canvas stay.
    private func resolved(_ shape: Shape, in frame: Rect) -> Shape { container?.resolve(shape, in: frame) ?? shape }

    /// The frame in the coordinates of the canvas.
    private func onCanvas(_ frame: Rect) -> Rect {
        direction == .leftToRight ? frame : Rect(width - frame.maxX, frame.minY, frame.size.width, frame.size.height)
    }

    /// Evaluates the content for the frame, once, and places each node at the top leading corner.
    private func place(_ geometry: GeometryContent, _ box: LayoutBox, in frame: Rect) -> PlacedNode {
        let proposal = ProposedSize(frame.size)
        if box.findings.frame != frame {
            box.findings.frame = frame
            let inside = box.surroundings.inside(nil)
            box.findings.views = geometry.content(onCanvas(frame)).map { LayoutBox.make($0, measurer: box.measurer, in: inside) }
        }
        let views = box.findings.views
        let children = views.map { place($0, at: .zero, in: frame, of: box, proposal: proposal) }
        return placed(box, frame, .nothing, geometry.name, children.ordered(like: views))
    }

    private func place(at places: [CustomLayout.Place], _ box: LayoutBox, in frame: Rect, name: String) -> PlacedNode {
        let origins = box.origins(of: places)
        let children = box.children.indices.map { index in
            place(box.children[index], at: origins[index], in: frame, of: box, proposal: places[index].proposal)
        }
        return placed(box, frame, .nothing, name, children.ordered(like: box.children))
    }

    private func place(_ chart: ChartContent, _ box: LayoutBox, in frame: Rect) -> PlacedNode {
        let layout = ChartLayout(chart, box.children, in: frame.size)
        let plot: PlacedNode
        if let styled = layout.styledPlot {
            plot = place(styled, at: layout.plot.origin, in: frame, of: box, proposal: ProposedSize(layout.plot.size))
        } else {
            plot = PlacedNode(
                frame: turned(layout.plot, in: frame, of: box).rounded(toScale: scale), drawn: .chart(chart), children: [], id: nil,
                path: box.node.path, name: "Plot", direction: box.surroundings.direction)
        }
        // The plot is placed before the layers, whose code may ask for its frame.
        func placed(_ views: [ChartLayout.PlacedView]) -> [PlacedNode] {
            views.map { place($0.box, at: $0.origin, in: frame, of: box, proposal: $0.proposal) }
        }
        let background = placed(layout.background)
        return self.placed(box, frame, .nothing, "Chart", background + [plot] + placed(layout.views))
    }

    /// Converts a rectangle relative to the top leading corner of a box's frame to the coordinates of the whole.
    private func turned(_ rect: Rect, in frame: Rect, of box: LayoutBox) -> Rect {
        let left = box.surroundings.direction == direction ? frame.minX + rect.minX : frame.maxX - rect.maxX
        return Rect(left, frame.minY + rect.minY, rect.size.width, rect.size.height)
    }

    /// Places the ring at the centre of the frame.
    private func place(_ gauge: GaugeContent, _ box: LayoutBox, in frame: Rect) -> PlacedNode {
        let diameter = min(frame.size.width, frame.size.height)
        let square = Rect(
            origin: Point(frame.minX + (frame.size.width - diameter) / 2, frame.minY + (frame.size.height - diameter) / 2),
            size: Size(diameter, diameter))
        let layout = GaugeLayout(gauge: gauge, diameter: diameter)
        let surroundings = box.surroundings.inside(nil)
        let made = layout.texts(measurer: box.measurer, in: surroundings)
        if box.hasCode { (box.findings.views, box.findings.gaugeParts) = (made.map(\.box), made.map(\.part)) }
        let texts = made.map { text in
            // The ring is not mirrored in right-to-left layouts, and its bounds stay at its ends.
            let left = direction == .rightToLeft ? diameter - text.origin.x - text.box.measure(text.proposal).size.width : text.origin.x
            return place(text.box, at: Point(square.minX + left, square.minY + text.origin.y), proposal: text.proposal)
        }
        let ring = PlacedNode(
            frame: square.rounded(toScale: scale), drawn: .progress(layout.ring), children: [], id: nil, path: box.node.path,
            name: "Progress", direction: box.surroundings.direction)
        return placed(box, frame, .nothing, "Gauge", [ring] + texts)
    }

    private func place(_ island: IslandLayout, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize) -> PlacedNode {
        let regions = island.arrange(proposal).regions.map { region in
            let child = place(region.box, at: region.origin, in: frame, of: box, proposal: region.proposal)
            return PlacedNode(
                frame: child.frame, drawn: .nothing, children: [child], id: nil, path: child.path, name: region.region.rawValue,
                direction: box.surroundings.direction)
        }
        return placed(box, frame, .nothing, "DynamicIsland", regions)
    }

    private func place(
        _ modifier: Modifier, _ box: LayoutBox, in frame: Rect, dimensions: Dimensions, proposal: ProposedSize
    ) -> PlacedNode {
        let innerProposal = box.childProposal(modifier, proposal)
        let inner = box.modified(by: modifier, in: innerProposal)
        let measured = inner.measure(innerProposal)
        let offset = box.childOrigin(modifier, own: frame.size, child: measured)
        if box.hasCode { record(modifier, box, offset: offset, inner: measured, outer: dimensions) }
        var inside = self
        var modifier = modifier
        switch modifier {
        case .containerShape(let shape):
            inside.container = Container(shape: resolved(shape, in: frame), frame: frame)
        case .clip(let shape): modifier = .clip(resolved(shape, in: frame))
        case .border(let shape, let color, let width): modifier = .border(resolved(shape, in: frame), color, width: width)
        default: break
        }
        let child = inside.place(inner, at: offset, in: frame, of: box, proposal: innerProposal)
        switch modifier {
        case .background(_, let alignment):
            return placed(box, frame, .nothing, "background", [layer(box, in: frame, dimensions, alignment), child])
        case .overlay(_, let alignment):
            return placed(box, frame, .nothing, "overlay", [child, layer(box, in: frame, dimensions, alignment)])
        case .mask(_, let alignment):
            return placed(box, frame, .effect(modifier), "mask", [child, layer(box, in: frame, dimensions, alignment)])
        case .clip, .border, .opacity, .filter, .blendMode, .compositingGroup, .offset, .rotation, .scale, .rotation3D, .hidden, .intent,
            .privacySensitive, .unredacted, .redacted, .accented, .shadow, .blur, .colorScheme, .accessibility:
            return placed(box, frame, .effect(modifier), modifier.name, [child])
        case .padding, .frame, .flexibleFrame, .fixedSize, .aspectRatio, .layoutPriority, .verticalGuide, .horizontalGuide,
            .computedVerticalGuide, .computedHorizontalGuide, .position, .zIndex, .containerShape, .gridCellColumns, .gridColumnAlignment,
            .belowIfTooWide, .scalesTogether, .layoutDirection:
            return placed(box, frame, .nothing, modifier.name, [child])
        }
    }

    /// Records what the tree without code needs of a modifier.
    private func record(_ modifier: Modifier, _ box: LayoutBox, offset: Point, inner: Dimensions, outer: Dimensions) {
        switch modifier {
        case .computedVerticalGuide(let alignment, _): box.findings.offset = outer[alignment] - inner[alignment]
        case .computedHorizontalGuide(let alignment, _): box.findings.offset = outer[alignment] - inner[alignment]
        case .frame(_, _, let alignment) where alignment.isCustom: box.findings.origins = [offset]
        case .flexibleFrame(let frame) where frame.alignment.isCustom: box.findings.origins = [offset]
        case .background(_, let alignment), .overlay(_, let alignment), .mask(_, let alignment):
            guard alignment.isCustom else { return }
            let layer = box.children[1].measure(ProposedSize(outer.size))
            box.findings.origins = [LayoutBox.origin(of: layer, in: outer, alignment)]
        default: break
        }
    }

    /// Places a background, an overlay or a mask, which is proposed the exact size of its view.
    private func layer(_ box: LayoutBox, in frame: Rect, _ dimensions: Dimensions, _ alignment: Alignment) -> PlacedNode {
        let proposal = ProposedSize(frame.size)
        let origin = LayoutBox.origin(of: box.children[1].measure(proposal), in: dimensions, alignment)
        return place(box.children[1], at: origin, in: frame, of: box, proposal: proposal)
    }
}

extension [PlacedNode] {
    /// The nodes in drawing order: those of a higher `zIndex` later, otherwise in the order of the tree.
    fileprivate func ordered(like boxes: [LayoutBox]) -> [PlacedNode] {
        guard boxes.contains(where: { $0.zIndex != 0 }) else { return self }
        return zip(self, boxes).enumerated().sorted { ($0.element.1.zIndex, $0.offset) < ($1.element.1.zIndex, $1.offset) }.map(\.element.0)
    }
}

/// The layout of the texts of a gauge; positions and sizes are fractions of the ring's diameter.
///
/// Apple publishes no measures. The line width is that of replicas of the open gauge (a 10.5th of the diameter). The text sizes are those
/// of the pictures in the Human Interface Guidelines: a value of 12 to 14.5 points and bounds of 8 to 10 points in rings of 42 to 50 points.
struct GaugeLayout {
    /// The line width of the ring as a fraction of its diameter.
    private static let thickness = 1 / 10.5

    /// A text with its available area, in fractions of the diameter, relative to the centre of the ring.
    private struct Region {
        let node: Node
        let center: Point
        let size: Size
        /// The font size.
        let font: Double
        let part: WritableKeyPath<GaugeContent, Node?>
    }

    let gauge: GaugeContent
    let diameter: Double

    /// A text at its position, relative to the top left corner of the square around the ring.
    struct PlacedText {
        let box: LayoutBox
        let origin: Point
        let proposal: ProposedSize
        /// The part of the gauge that it is.
        let part: WritableKeyPath<GaugeContent, Node?>
    }

    /// The ring with the line width for this diameter.
    fileprivate var ring: ProgressContent {
        var ring = gauge.ring
        ring.lineWidth = min(gauge.lineWidth ?? diameter * Self.thickness, diameter / 2)
        return ring
    }

    /// The texts at their positions.
    fileprivate func texts(measurer: any TextMeasurer, in surroundings: LayoutBox.Surroundings) -> [PlacedText] {
        regions.map { region in
            let box = LayoutBox.make(
                gauge.sizesTexts ? region.node.sized(region.font * diameter) : region.node, measurer: measurer, in: surroundings)
            let proposal = ProposedSize(region.size.width * diameter, region.size.height * diameter)
            let size = box.measure(proposal).size
            let center = Point((region.center.x + 0.5) * diameter, (region.center.y + 0.5) * diameter)
            return PlacedText(
                box: box, origin: Point(center.x - size.width / 2, center.y - size.height / 2), proposal: proposal, part: region.part)
        }
    }

    private var regions: [Region] {
        let isOpen = gauge.ring.style == .gauge
        let thickness = diameter > 0 ? ring.lineWidth / diameter : 0
        // The chord at half the height of the text, with a small margin.
        let inner = max(0, 1 - 2 * thickness)
        var regions: [Region] = []
        if let value = gauge.value ?? (isOpen && hasBounds ? nil : gauge.label) {
            // The space above the gap is slightly larger than the space below the centre.
            let center = Point(0, isOpen && (hasBounds || gauge.label != nil) ? -0.02 : 0)
            regions.append(
                Region(node: value, center: center, size: Size(inner * 0.84, 0.5), font: 0.3, part: gauge.value == nil ? \.label : \.value))
        }
        guard isOpen else { return regions }
        if let minimum = gauge.minimum {
            regions.append(Region(node: minimum, center: Point(-0.15, 0.4), size: Size(0.27, 0.2), font: 0.19, part: \.minimum))
        }
        if let maximum = gauge.maximum {
            regions.append(Region(node: maximum, center: Point(0.15, 0.4), size: Size(0.27, 0.2), font: 0.19, part: \.maximum))
        }
        if let label = gauge.label, !hasBounds, gauge.value != nil {
            regions.append(Region(node: label, center: Point(0, 0.4), size: Size(0.5, 0.22), font: 0.21, part: \.label))
        }
        return regions
    }

    private var hasBounds: Bool { gauge.minimum != nil || gauge.maximum != nil }
}

extension Node {
    /// The node with its texts and symbols in the given size, in points.
    fileprivate func sized(_ size: Double) -> Node {
        var node = self
        switch content {
        case .text(var text):
            text.font.base = .size(max(1, size))
            // Rounded and semibold, as in the pictures of the guidelines, unless the text sets its own.
            if text.font.design == .default { text.font.design = .rounded }
            text.font.weight = text.font.weight ?? .semibold
            node.content = .text(text)
        case .image(var image):
            image.font.base = .size(max(1, size))
            node.content = .image(image)
        case .hstack(let alignment, let spacing, let nodes):
            node.content = .hstack(alignment: alignment, spacing: spacing, nodes.map { $0.sized(size) })
        case .vstack(let alignment, let spacing, let nodes):
            node.content = .vstack(alignment: alignment, spacing: spacing, nodes.map { $0.sized(size) })
        case .zstack(let alignment, let nodes): node.content = .zstack(alignment: alignment, nodes.map { $0.sized(size) })
        default: break
        }
        return node
    }
}
