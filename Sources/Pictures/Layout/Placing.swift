/// The second pass of a layout: assigns positions to measured boxes.
///
/// Positions are computed from the leading edge of the whole. Views with the opposite reading direction are mirrored.
struct Placing {
    /// The direction of the whole layout.
    let direction: LayoutDirection
    /// Device pixels per point.
    let scale: Double

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
        case .shape(let shape, let paint): return placed(box, frame, .shape(shape, paint), shape.name)
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
            let child = box.child(thatFits: proposal, axes: axes).map { place($0, at: frame.origin, proposal: proposal) }
            return placed(box, frame, .nothing, "ViewThatFits", child.map { [$0] } ?? [])
        }
    }

    private func place(stack: Content, _ box: LayoutBox, in frame: Rect, proposal: ProposedSize, name: String) -> PlacedNode {
        let result = box.arrange(stack, proposal)
        let children = box.children.indices.map { index in
            place(box.children[index], at: result.origins[index], in: frame, of: box, proposal: result.proposals[index])
        }
        return placed(box, frame, .nothing, name, children)
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

    private func place(_ chart: ChartContent, _ box: LayoutBox, in frame: Rect) -> PlacedNode {
        let surroundings = LayoutBox.Surroundings(stackAxis: nil, direction: box.surroundings.direction)
        func boxes(_ ticks: [ChartContent.Tick]) -> [LayoutBox] {
            ticks.map { LayoutBox.make($0.label, measurer: box.measurer, in: surroundings) }
        }
        let layout = ChartLayout(chart, xBoxes: boxes(chart.xTicks), yBoxes: boxes(chart.yTicks), in: frame.size)
        let plot = PlacedNode(
            frame: turned(layout.plot, in: frame, of: box).rounded(toScale: scale), drawn: .chart(chart), children: [], id: nil,
            path: box.node.path, name: "Plot", direction: box.surroundings.direction)
        let labels = layout.labels.map { place($0.box, at: $0.origin, in: frame, of: box, proposal: $0.proposal) }
        return placed(box, frame, .nothing, "Chart", [plot] + labels)
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
        let surroundings = LayoutBox.Surroundings(stackAxis: nil, direction: box.surroundings.direction)
        let texts = layout.texts(measurer: box.measurer, in: surroundings).map { text in
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
        let inner = box.children[0]
        let innerProposal = box.childProposal(modifier, proposal)
        let offset = box.childOrigin(modifier, own: frame.size, child: inner.measure(innerProposal))
        let child = place(inner, at: offset, in: frame, of: box, proposal: innerProposal)
        switch modifier {
        case .background(_, let alignment):
            return placed(box, frame, .nothing, "background", [layer(box, in: frame, dimensions, alignment), child])
        case .overlay(_, let alignment):
            return placed(box, frame, .nothing, "overlay", [child, layer(box, in: frame, dimensions, alignment)])
        case .mask(_, let alignment):
            return placed(box, frame, .effect(modifier), "mask", [child, layer(box, in: frame, dimensions, alignment)])
        case .clip, .border, .opacity, .brightness, .offset, .rotation, .scale, .intent, .privacySensitive, .unredacted, .accented,
            .shadow, .blur, .colorScheme:
            return placed(box, frame, .effect(modifier), modifier.name, [child])
        case .padding, .frame, .flexibleFrame, .fixedSize, .aspectRatio, .layoutPriority, .verticalGuide, .horizontalGuide,
            .gridCellColumns, .gridColumnAlignment, .belowIfTooWide, .layoutDirection:
            return placed(box, frame, .nothing, modifier.name, [child])
        }
    }

    /// Places a background, an overlay or a mask, which is proposed the exact size of its view.
    private func layer(_ box: LayoutBox, in frame: Rect, _ dimensions: Dimensions, _ alignment: Alignment) -> PlacedNode {
        let proposal = ProposedSize(frame.size)
        let origin = LayoutBox.origin(of: box.children[1].measure(proposal), in: dimensions, alignment)
        return place(box.children[1], at: origin, in: frame, of: box, proposal: proposal)
    }
}
