import FoundationEssentials
import Layout
import Templates
import Timeline

/// A widget laid out and not yet drawn: all that a picture needs.
///
/// It belongs to the renderer that made it, and to that renderer's task.
public struct PreparedWidget {
    /// Where everything stands, in points.
    public internal(set) var layout: PlacedNode
    /// The template with every expression evaluated.
    public let expanded: ExpandedTemplate
    /// What the height that the content wants does to it, where content decides; nil where it fits.
    public let diagnostic: ActivityHeight.Diagnostic?
    /// The size of the coordinate space of `layout`, in points.
    public var canvas: Layout.Size { place.canvas }
    /// The size on the screen, in points.
    public var size: Layout.Size { place.size }
    let entry: Entry
    let environment: WidgetEnvironment
    let place: WidgetPlace
    let target: PixelSize
    let theme: Theme
    let palette: Palette
    let measurer: PangoMeasurer
    let cover: ArtworkLoader.Source?
    let folder: String?
    let label: PlacedNode?
    /// The ground, over the whole canvas; nil where the template has none.
    public let background: PlacedNode?
    /// The template that it was made from.
    let template: Template
    /// When it looks otherwise by itself; nil where it never does.
    public let nextChange: Date?

    /// Where a node stands: the file, that of a part where it comes from one, and the place in it.
    ///
    /// - Parameter path: The path of a node of ``layout`` or ``background``.
    public func place(of path: String) -> (file: String, position: TemplateProblem.Position) { template.place(of: path) }
}

/// How large a picture is in device pixels, and how they come from points.
struct PixelSize: Equatable {
    let width: Int
    let height: Int
    let canvas: Layout.Size
    /// Device pixels to a point of the canvas.
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
