import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialLayout

@testable import SubdialWidgets

/// Draws nodes without a template.
struct NodePicture {
    let size: Size
    var scale = 2.0
    var environment: WidgetEnvironment
    private let library: FontLibrary
    private let symbols: SymbolLibrary
    private let theme: Theme
    let artwork = ArtworkLoader()

    init(_ width: Double, _ height: Double, appearance: Appearance = .dark, in resources: ResourceFolder) throws {
        size = Size(width, height)
        library = try FontLibrary(configuration: resources.fontConfiguration)
        symbols = SymbolLibrary(resources)
        theme = try Theme(named: Theme.standard, in: resources)
        let device = try WidgetRenderer.catalog(resources).device(DeviceCatalog.standard)
        environment = WidgetEnvironment(family: .systemSmall, device: device, appearance: appearance, now: Date(timeIntervalSince1970: 0))
    }

    var measurer: PangoMeasurer {
        PangoMeasurer(
            library: library, symbols: symbols, outlines: OutlineCache(), platform: environment.device.typography,
            typeSize: environment.effectiveTypeSize, direction: environment.layoutDirection)
    }

    func layOut(_ node: Node) -> PlacedNode {
        LayoutEngine(measurer: measurer, scale: scale, direction: environment.layoutDirection).layOut(node, in: size, alignment: .center)
    }

    func draw(_ node: Node) throws -> Bitmap { try draw(layOut(node)) }

    func draw(_ placed: PlacedNode) throws -> Bitmap {
        let (width, height) = (Int(saturating: size.width * scale), Int(saturating: size.height * scale))
        return try Bitmap(width: width, height: height) { context throws(DrawingError) in
            context.scale(scale)
            let drawing = PlacedNodeDrawing(
                context: context, measurer: measurer, artwork: artwork, cover: nil, seed: "", folder: nil, permission: PicturePermission(),
                canvas: size,
                cornerRadius: 20, scale: scale,
                colors: ColorResolver(
                    theme: theme, palette: Palette(theme: theme, environment.appearance), environment: environment))
            drawing.draw(placed)
        }
    }
}

extension Node {
    /// A node with a frame and further modifiers.
    init(_ content: Content, width: Double, height: Double, _ modifiers: Modifier...) {
        self.init(content, modifiers: [.frame(width: width, height: height, alignment: .center)] + modifiers)
    }

    /// A shape with a frame.
    static func shape(_ shape: Shape, _ paint: SubdialLayout.Paint, _ width: Double, _ height: Double, _ modifiers: Modifier...) -> Node {
        Node(.shape(ShapeContent(shape, paint)), modifiers: [.frame(width: width, height: height, alignment: .center)] + modifiers)
    }
}

extension SubdialLayout.Paint {
    static func hex(_ text: String) -> SubdialLayout.Paint { .color(ColorName(text)) }
}
