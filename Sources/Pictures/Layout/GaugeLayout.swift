/// The layout of the texts of a gauge; positions and sizes are fractions of the ring's diameter.
///
/// Apple publishes no measures. The line width is that of replicas of the open gauge (a 10.5th of the diameter). The text sizes are those
/// of the pictures in the Human Interface Guidelines: a value of 12 to 14.5 points and bounds of 8 to 10 points in rings of 42 to 50 points.
struct GaugeLayout {
    /// The line width of the ring as a fraction of its diameter.
    static let thickness = 1 / 10.5

    /// A text with its available area, in fractions of the diameter, relative to the centre of the ring.
    private struct Region {
        let node: Node
        let center: Point
        let size: Size
        /// The font size.
        let font: Double
    }

    let gauge: GaugeContent
    let diameter: Double

    /// A text at its position, relative to the top left corner of the square around the ring.
    struct PlacedText {
        let box: LayoutBox
        let origin: Point
        let proposal: ProposedSize
    }

    /// The ring with the line width for this diameter.
    var ring: ProgressContent {
        var ring = gauge.ring
        ring.lineWidth = min(gauge.lineWidth ?? diameter * Self.thickness, diameter / 2)
        return ring
    }

    /// The texts at their positions.
    func texts(measurer: any TextMeasurer, in surroundings: LayoutBox.Surroundings) -> [PlacedText] {
        regions.map { region in
            let box = LayoutBox.make(
                gauge.sizesTexts ? region.node.sized(region.font * diameter) : region.node, measurer: measurer, in: surroundings)
            let proposal = ProposedSize(region.size.width * diameter, region.size.height * diameter)
            let size = box.measure(proposal).size
            let center = Point((region.center.x + 0.5) * diameter, (region.center.y + 0.5) * diameter)
            return PlacedText(box: box, origin: Point(center.x - size.width / 2, center.y - size.height / 2), proposal: proposal)
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
            regions.append(Region(node: value, center: center, size: Size(inner * 0.84, 0.5), font: 0.3))
        }
        guard isOpen else { return regions }
        if let minimum = gauge.minimum {
            regions.append(Region(node: minimum, center: Point(-0.15, 0.4), size: Size(0.27, 0.2), font: 0.19))
        }
        if let maximum = gauge.maximum {
            regions.append(Region(node: maximum, center: Point(0.15, 0.4), size: Size(0.27, 0.2), font: 0.19))
        }
        if let label = gauge.label, !hasBounds, gauge.value != nil {
            regions.append(Region(node: label, center: Point(0, 0.4), size: Size(0.5, 0.22), font: 0.21))
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
