import SubdialBasics
import SubdialDrawing
import SubdialLayout

extension PreparedWidget {
    /// The areas of the picture with many shades, in pixels: covers, gradients, and blurred parts.
    public var photographs: [InkArea] {
        guard environment.backdrop == nil else { return [InkArea(columns: 0..<target.width, rows: 0..<target.height)] }
        var areas: [Rect] = []
        let whole = Rect(origin: .zero, size: place.canvas)
        background?.collectPhotographs(within: whole, into: &areas)
        layout.collectPhotographs(within: whole, into: &areas)
        let (horizontal, vertical) = (Double(target.width) / place.canvas.width, Double(target.height) / place.canvas.height)
        return areas.compactMap { area in
            func range(_ low: Double, _ high: Double, _ scale: Double, _ count: Int) -> Range<Int> {
                let first = min(max(0, Int(saturating: (low * scale).rounded())), count)
                return first..<max(first, min(count, Int(saturating: (high * scale).rounded())))
            }
            let columns = range(area.minX, area.maxX, horizontal, target.width)
            let rows = range(area.minY, area.maxY, vertical, target.height)
            return columns.isEmpty || rows.isEmpty ? nil : InkArea(columns: columns, rows: rows)
        }
    }
}

extension PlacedNode {
    fileprivate func collectPhotographs(within bounds: Rect, into areas: inout [Rect]) {
        var inside = bounds
        switch drawn {
        case .image(let image):
            if case .artwork = image.kind { areas.append(bounds.intersection(frame)) }
        case .shape(_, let paint):
            if paint.hasShades { areas.append(bounds.intersection(frame)) }
        case .effect(.blur): areas.append(bounds.intersection(frame))
        case .effect(.clip): inside = bounds.intersection(frame)
        case .effect(.opacity(let opacity)) where opacity <= 0: return
        // The contents of these are drawn outside their layout frames.
        case .effect(.offset(let x, let y)):
            var moved: [Rect] = []
            for child in children { child.collectPhotographs(within: Rect(-1e6, -1e6, 2e6, 2e6), into: &moved) }
            areas += moved.map { bounds.intersection(Rect($0.minX + x, $0.minY + y, $0.size.width, $0.size.height)) }
            return
        case .effect(.rotation), .effect(.scale):
            var turned: [Rect] = []
            for child in children { child.collectPhotographs(within: Rect(-1e6, -1e6, 2e6, 2e6), into: &turned) }
            if !turned.isEmpty { areas.append(bounds) }
            return
        default: break
        }
        for child in children { child.collectPhotographs(within: inside, into: &areas) }
    }
}

extension SubdialLayout.Paint {
    /// True for a paint with more than one colour, and for a material, which blurs its background.
    fileprivate var hasShades: Bool {
        if case .color(let color) = self { Material(rawValue: color.name) != nil } else { true }
    }
}
