import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialTemplates
import SubdialTimeline

/// A laid out widget with all data needed to draw it.
///
/// It belongs to the renderer that created it, and to the task of that renderer.
public struct PreparedWidget {
    /// The placed tree, in points.
    public internal(set) var layout: PlacedNode
    /// The template with every expression evaluated.
    public let expanded: ExpandedTemplate
    /// The effect of the available height on the content, where the content decides the height; nil if it fits.
    public let diagnostic: ActivityHeight.Diagnostic?
    /// The size of the coordinate space of `layout`, in points.
    public var canvas: Size { place.canvas }
    /// The size on the screen, in points.
    public var size: Size { place.size }
    let entry: Entry
    let environment: WidgetEnvironment
    let place: WidgetPlace
    let target: PixelSize
    let theme: Theme
    let palette: Palette
    let measurer: PangoMeasurer
    let artwork: ArtworkLoader
    let cover: ArtworkLoader.Picture?
    let folder: String?
    let label: PlacedNode?
    /// The background over the whole canvas; nil if the template has none.
    public let background: PlacedNode?
    /// The source location of a node.
    let sourcePlace: (_ path: String) -> (file: String, position: TemplateProblem.Position)
    /// The time at which the widget changes by itself; nil for never.
    public package(set) var nextChange: Date?

    /// The source location of a node: the file, or that of the part that contains it, and the position in the file.
    ///
    /// - Parameter path: The path of a node of ``layout`` or ``background``.
    public func place(of path: String) -> (file: String, position: TemplateProblem.Position) { sourcePlace(path) }
}

extension PreparedWidget {
    /// The locations in the template of the nodes of ``expandedText``, in the order of their lines.
    package var expandedPaths: [String] {
        let reading = reading
        return expanded.paths + (reading.isEmpty ? [] : ["reading"] + reading.map(\.path))
    }

    /// What a screen reader says, if a node is described for one.
    private var reading: [SpokenElement] {
        let nodes = [layout, label].compactMap { $0 }
        return nodes.contains(where: \.isDescribed) ? nodes.flatMap(\.spoken) : []
    }

    /// The expanded tree as text, one node per line, with the size and the digest of each picture.
    ///
    /// If a node is described for screen readers, a section `reading` lists what they say, in its order.
    public var expandedText: String {
        let permission = PicturePermission(entry)
        let tree = expanded.text { image in
            guard case .artwork(_, let owner) = image.kind else { return nil }
            let picture = owner.map { artwork.picture(permission.location($0.artwork), relativeTo: folder) } ?? cover
            return picture.flatMap(artwork.digest).map { "\($0)" }
        }
        let reading = reading
        return reading.isEmpty ? tree : "\(tree)reading:\n" + reading.map { "  - \($0.text)\n" }.joined()
    }
}

/// The size of a picture in device pixels, and its relation to the canvas in points.
struct PixelSize: Equatable {
    let width: Int
    let height: Int
    let canvas: Size
    /// Device pixels per point of the canvas.
    let scale: Double

    init(_ place: WidgetPlace, scale: Double) throws(WidgetError) {
        let (width, height) = ((place.size.width * scale).rounded(), (place.size.height * scale).rounded())
        guard scale.isFinite, width >= 1, height >= 1, width <= WidgetRenderer.maximumSide, height <= WidgetRenderer.maximumSide else {
            throw .size(
                "at scale \(scale) the picture would be \(width) × \(height) pixels; an edge has 1 to \(Int(saturating: WidgetRenderer.maximumSide))"
            )
        }
        self.width = Int(saturating: width)
        self.height = Int(saturating: height)
        canvas = place.canvas
        self.scale = width / place.canvas.width
    }
}

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
            if case .symbol = image.kind { break }
            areas.append(bounds.intersection(frame))
        case .shape(let shape):
            if shape.paint.hasShades { areas.append(bounds.intersection(frame)) }
        case .effect(.blur): areas.append(bounds.intersection(frame))
        case .effect(.clip): inside = bounds.intersection(frame)
        case .effect(.opacity(let opacity)) where opacity <= 0: return
        case .effect(.hidden): return
        // The contents of these are drawn outside their layout frames.
        case .effect(.offset(let x, let y)):
            var moved: [Rect] = []
            for child in children { child.collectPhotographs(within: Rect(-1e6, -1e6, 2e6, 2e6), into: &moved) }
            areas += moved.map { bounds.intersection(Rect($0.minX + x, $0.minY + y, $0.size.width, $0.size.height)) }
            return
        case .effect(.rotation), .effect(.scale), .effect(.rotation3D):
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

extension SpokenElement {
    /// The element as a line of a tree.
    fileprivate var text: String {
        [
            "Element \(label.quoted)", value.map { "value=\($0.quoted)" }, hint.map { "hint=\($0.quoted)" },
            traits.isEmpty ? nil : "traits=[\(traits.joined(separator: " "))]", id.map { "#\($0.quotedIfNeeded)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}
