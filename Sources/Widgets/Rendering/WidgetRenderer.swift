import Drawing
import Expressions
import FoundationEssentials
import Layout
import Templates
import Timeline

/// Draws entries.
///
/// It keeps fonts, templates and covers, and belongs to one task at a time.
public final class WidgetRenderer {
    /// The kind of widget where nobody names one.
    public static let standardKind = "now-playing"
    /// No picture has more pixels on an edge.
    public static let maximumSide = 8192.0

    /// The devices that pictures can be made for.
    public let catalog: DeviceCatalog
    private let resources: ResourceFolder
    private let library: FontLibrary
    private let symbols: SymbolLibrary
    private let templates: TemplateStore
    private let artwork = ArtworkLoader()
    private var themes: [String: Theme] = [:]

    /// Loads fonts, symbols and devices.
    public init(resources: ResourceFolder) throws(WidgetError) {
        self.resources = resources
        let symbols = try SymbolLibrary(resources)
        self.symbols = symbols
        templates = TemplateStore(resources: resources, symbols: symbols)
        catalog = try Self.catalog(resources)
        do {
            library = try FontLibrary(configuration: resources.file("fonts.conf"))
        } catch {
            throw .fonts(error)
        }
    }

    /// The devices, without loading any fonts.
    public static func catalog(_ resources: ResourceFolder) throws(WidgetError) -> DeviceCatalog {
        guard let (file, text) = resources.text("devices.yaml") else { throw .resource("devices.yaml", reason: "the file is missing") }
        return try DeviceCatalog(text, file: file)
    }

    /// The kinds of widgets there are.
    public var kinds: [String] { templates.kinds }

    /// Whether a kind of widget has a template for a family.
    public func hasTemplate(kind: String = standardKind, family: WidgetFamily) -> Bool {
        resources.text("\(kind)/\(family.rawValue).yaml") != nil
    }

    /// Draws an entry.
    ///
    /// - Parameters:
    ///   - kind: The folder of templates.
    ///   - templateFile: One template in place of the kind's.
    ///   - theme: The name of a file in `themes`.
    ///   - folder: What the entry's artwork is relative to.
    ///   - cover: The cover itself, in place of the entry's file.
    public func picture(
        of entry: Entry, kind: String = standardKind, templateFile: String? = nil, theme themeName: String = "default",
        in environment: WidgetEnvironment, folder: String? = nil, cover: Cover? = nil
    ) throws(WidgetError) -> Picture {
        guard let place = environment.device.places[environment.family] else {
            throw .noPlace(family: environment.family, device: environment.device.id)
        }
        let theme = try theme(themeName)
        let template = try template(kind: kind, file: templateFile, environment)
        let cover = cover.map { artwork.source($0) } ?? artwork.source(entry.artwork, relativeTo: folder)
        let palette = palette(of: entry, cover: cover, theme, environment.appearance)
        let scope = WidgetScope(
            entry: EntryScope(entry, at: environment.now, palette: palette.value), environment: environment, canvas: place.canvas)
        let expanded = try expand(template, scope, margins: environment.family.margins)
        let target = try PixelSize(place, scale: environment.scale)
        let measurer = PangoMeasurer(
            library: library, symbols: symbols, platform: environment.device.typography, typeSize: environment.typeSize)
        let layout = LayoutEngine(measurer: measurer, scale: target.scale).layOut(expanded.body, in: place.canvas)
        let bitmap = try draw(layout, background: expanded.background, target) { context in
            PlacedNodeDrawing(
                context: context, measurer: measurer, artwork: artwork, cover: cover, track: entry.track, canvas: place.canvas,
                cornerRadius: environment.family.isSystem ? WidgetFamily.cornerRadius : 0, scale: target.scale,
                colors: ColorResolver(theme: theme, palette: palette, environment: environment))
        }
        return Picture(
            bitmap: environment.mode == .vibrant ? bitmap.grey : bitmap, layout: layout,
            liveness: Liveness(
                showsSeconds: !template.variables.isDisjoint(with: ["elapsed", "remaining", "position"]),
                progressSteps: layout.progressSteps(scale: target.scale), showsAge: template.variables.contains("age")))
    }

    private func theme(_ name: String) throws(WidgetError) -> Theme {
        if let theme = themes[name] { return theme }
        let theme = try Theme(named: name, in: resources)
        themes[name] = theme
        return theme
    }

    private func template(kind: String, file: String?, _ environment: WidgetEnvironment) throws(WidgetError) -> Template {
        if let file { return try templates.template(file: file) }
        return try templates.template(kind: kind, family: environment.family, isWatch: environment.device.isWatch)
    }

    private func expand(_ template: Template, _ scope: WidgetScope, margins: Insets) throws(WidgetError) -> ExpandedTemplate {
        do {
            return try template.expand(in: scope, margins: margins)
        } catch {
            throw .template(error)
        }
    }

    private func palette(of entry: Entry, cover: ArtworkLoader.Source?, _ theme: Theme, _ appearance: Appearance) -> Palette {
        if let cover, let clusters = artwork.clusters(cover), !clusters.isEmpty { return Palette(clusters: clusters, appearance) }
        guard let track = entry.track else { return Palette(theme: theme, appearance) }
        return Palette(placeholder: PlaceholderArt(track), appearance)
    }

    private func draw(
        _ layout: PlacedNode, background: Layout.Paint?, _ target: PixelSize, _ make: (Context) -> PlacedNodeDrawing
    ) throws(WidgetError) -> Bitmap {
        do throws(DrawingError) {
            let surface = try Surface(width: target.width, height: target.height)
            let context = try Context(surface)
            context.scale(x: Double(target.width) / target.canvas.width, y: Double(target.height) / target.canvas.height)
            let drawing = make(context)
            let whole = Layout.Rect(origin: .zero, size: target.canvas)
            let isFullColor = drawing.colors.environment.mode == .fullColor
            func drawAll() {
                // Tinted and vibrant widgets lose their ground to the system's own material.
                if let background, isFullColor {
                    context.fill(.rect(Drawing.Rect(whole)), with: drawing.colors.paint(background, in: Drawing.Rect(whole)))
                }
                drawing.draw(layout)
            }
            if drawing.cornerRadius > 0, !drawing.colors.environment.isSquare {
                context.group {
                    drawAll()
                    context.fill(.roundedRect(Drawing.Rect(whole), radius: drawing.cornerRadius), with: Color.black, blend: .destinationIn)
                }
            } else {
                drawAll()
            }
            try context.check()
            return try surface.bitmap()
        } catch {
            throw .drawing(error)
        }
    }
}

/// How large a picture is in device pixels, and how they come from points.
private struct PixelSize {
    let width: Int
    let height: Int
    let canvas: Layout.Size
    /// Device pixels to a point of the canvas.
    let scale: Double

    init(_ place: Device.Place, scale: Double) throws(WidgetError) {
        let (width, height) = ((place.size.width * scale).rounded(), (place.size.height * scale).rounded())
        guard scale.isFinite, width >= 1, height >= 1, width <= WidgetRenderer.maximumSide, height <= WidgetRenderer.maximumSide else {
            throw .size(
                "at scale \(scale) the picture would be \(width) × \(height) pixels; an edge has 1 to \(Int(WidgetRenderer.maximumSide))")
        }
        self.width = Int(width)
        self.height = Int(height)
        canvas = place.canvas
        self.scale = width / place.canvas.width
    }
}
