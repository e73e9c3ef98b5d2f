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
    /// True if a placeholder has plain shapes in place of lively ones.
    let redactsShapes: Bool
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

extension SpokenElement {
    /// The element as a line of a tree.
    fileprivate var text: String {
        [
            "Element \(label.quoted)", value.map { "value=\($0.quoted)" }, hint.map { "hint=\($0.quoted)" },
            traits.isEmpty ? nil : "traits=[\(traits.joined(separator: " "))]", id.map { "#\($0.quotedIfNeeded)" },
        ].compactMap { $0 }.joined(separator: " ")
    }
}
