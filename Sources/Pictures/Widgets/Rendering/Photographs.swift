import SubdialBasics
import SubdialDrawing
import SubdialLayout

extension PreparedWidget {
    /// The areas of the picture with many shades, in pixels: covers, emoji, gradients, and blurred parts.
    public var photographs: [InkArea] {
        guard environment.backdrop == nil else { return [InkArea(columns: 0..<target.width, rows: 0..<target.height)] }
        let whole = Rect(origin: .zero, size: place.canvas)
        var search = Photographs(widget: self)
        if let background { search.collect(background, within: whole) }
        search.collect(layout, within: whole)
        let (horizontal, vertical) = (Double(target.width) / place.canvas.width, Double(target.height) / place.canvas.height)
        return search.areas.compactMap { area in
            func range(_ low: Double, _ high: Double, _ scale: Double, _ count: Int) -> Range<Int> {
                let first = min(max(0, Int(saturating: (low * scale).rounded())), count)
                return first..<max(first, min(count, Int(saturating: (high * scale).rounded())))
            }
            let columns = range(area.minX, area.maxX, horizontal, target.width)
            let rows = range(area.minY, area.maxY, vertical, target.height)
            return columns.isEmpty || rows.isEmpty ? nil : InkArea(columns: columns, rows: rows)
        }
    }

    /// True if there is a cover of `owner`, or of the entry itself, that can be drawn as far as known.
    fileprivate func hasCover(of owner: ImageContent.CoverOwner?) -> Bool {
        let permission = PicturePermission(entry)
        let picture = owner.map { artwork.picture(permission.location($0.artwork), relativeTo: folder) } ?? cover
        return picture.map(artwork.isUsable) ?? false
    }
}

/// The search for the parts of a placed tree that have many shades.
private struct Photographs {
    /// The bounds of what is drawn elsewhere than its layout says, before it is moved.
    private static let anywhere = Rect(-1e6, -1e6, 2e6, 2e6)

    let widget: PreparedWidget
    /// The areas found so far, in points.
    private(set) var areas: [Rect] = []

    init(widget: PreparedWidget) { self.widget = widget }

    mutating func collect(_ node: PlacedNode, within bounds: Rect) {
        let frame = node.frame
        var inside = bounds
        switch node.drawn {
        case .text(let text, let scale, let lines, _): areas += emoji(of: text, scale, lines, in: frame).map(bounds.intersection)
        case .image(let image): if isPhotograph(image) { areas.append(bounds.intersection(frame)) }
        case .shape(let shape): if shape.paint.hasShades { areas.append(bounds.intersection(frame)) }
        case .effect(.blur): areas.append(bounds.intersection(frame))
        case .effect(.clip): inside = bounds.intersection(frame)
        case .effect(.opacity(let opacity)) where opacity <= 0: return
        case .effect(.hidden): return
        // The contents of these are drawn outside their layout frames.
        case .effect(.offset(let x, let y)):
            areas += unbounded(node).map { bounds.intersection(Rect($0.minX + x, $0.minY + y, $0.size.width, $0.size.height)) }
            return
        case .effect(.rotation), .effect(.scale), .effect(.rotation3D):
            if !unbounded(node).isEmpty { areas.append(bounds) }
            return
        default: break
        }
        for child in node.children { collect(child, within: inside) }
    }

    private func unbounded(_ node: PlacedNode) -> [Rect] {
        var search = Photographs(widget: widget)
        for child in node.children { search.collect(child, within: Self.anywhere) }
        return search.areas
    }

    private func isPhotograph(_ image: ImageContent) -> Bool {
        switch image.kind {
        case .symbol: false
        // A placeholder on a panel is black and white.
        case .artwork(_, let owner): !widget.environment.isPanel || widget.hasCover(of: owner)
        case .picture: true
        }
    }

    /// The places of the emoji of a text, which have shades as a picture has.
    private func emoji(of text: TextContent, _ scale: Double, _ lines: Int?, in frame: Rect) -> [Rect] {
        // Almost all texts have none, and need no layout here.
        guard text.text.unicodeScalars.contains(where: { $0.properties.isEmoji && !$0.isASCII }) else { return [] }
        let layout = widget.measurer.layout(text, scale: scale, fitting: frame.size.width + 1 / widget.target.scale, maximumLines: lines)
        let offset = layout.offset(of: text.alignment, in: frame)
        let pixel = 1 / widget.target.scale
        return layout.paintedBounds.map { bounds in
            Rect(
                frame.minX + offset + bounds.minX - pixel, frame.minY + bounds.minY - pixel, bounds.size.width + 2 * pixel,
                bounds.size.height + 2 * pixel)
        }
    }
}

extension TextLayout {
    /// The distance of a text from the left edge of its frame.
    func offset(of alignment: HorizontalAlignment, in frame: Rect) -> Double {
        let room = max(0, frame.size.width - size.width)
        return switch alignment {
        case .leading, .custom: 0
        case .center: room / 2
        case .trailing: room
        }
    }
}

extension SubdialLayout.Paint {
    /// True for a paint with more than one colour, and for a material, which blurs its background.
    fileprivate var hasShades: Bool {
        if case .color(let color) = self { Material(rawValue: color.name) != nil } else { true }
    }
}
