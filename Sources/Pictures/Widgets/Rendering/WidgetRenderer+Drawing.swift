import FoundationEssentials
import Glibc
import SubdialBasics
import SubdialDrawing
import SubdialLayout
import SubdialSystem
import SubdialTemplates
import SubdialTimeline
import Synchronization

extension WidgetRenderer {
    /// The minimum opacity of the black overlay under glass: Apple recommends 35 % over bright wallpapers.
    private static let leastShade = 0.35
    /// The maximum relative luminance of a wallpaper behind white letters, at which their contrast is 6.7:1.
    private static let brightestGround = 0.107
    /// The blur radius of glass, in points.
    private static let glassBlur = 18.0
    /// The opacity of the content on an Always-On display.
    private static let reducedStrength = 0.62

    /// Draws a laid out widget.
    ///
    /// The exact effects of glass and vibrancy are not published; over a backdrop, both are approximated.
    public func draw(_ widget: PreparedWidget) throws(WidgetError) -> Picture {
        let picture: Picture
        do throws(DrawingError) {
            picture = try self.picture(widget)
        } catch {
            throw .drawing(error)
        }
        // The symbol of a placeholder is first used here.
        if let error = widget.measurer.symbolError { throw error }
        return picture
    }

    /// Draws a widget on a new bitmap.
    func picture(_ widget: PreparedWidget) throws(DrawingError) -> Picture {
        let bitmap = try Bitmap(width: widget.target.width, height: widget.target.height) { context throws(DrawingError) in
            context.scale(widget.target)
            try drawContent(widget, in: context)
        }
        return try picture(widget, bitmap)
    }

    private func picture(_ widget: PreparedWidget, _ bitmap: Bitmap) throws(DrawingError) -> Picture {
        var bitmap = bitmap
        if widget.environment.mode == .vibrant { bitmap = bitmap.grey }
        if widget.environment.isNight { bitmap = bitmap.nightRed }
        if let ground = try ground(widget) { bitmap = try compose(bitmap, over: ground, widget) }
        return widget.picture(bitmap)
    }

    /// Redraws areas of a widget on the surface of a similar widget; the whole widget if `areas` is nil.
    func draw(_ widget: PreparedWidget, _ areas: [PixelArea]?, on surface: Surface) throws(DrawingError) {
        let context = try Context(surface)
        guard let areas else {
            context.clear()
            context.scale(widget.target)
            return try drawContent(widget, in: context)
        }
        guard !areas.isEmpty else { return }
        var clip = SubdialDrawing.Path()
        for area in areas {
            clip.add(rect: Rect(x: Double(area.x), y: Double(area.y), width: Double(area.width), height: Double(area.height)))
        }
        context.clip(clip)
        context.clear()
        context.scale(widget.target)
        try drawContent(widget, in: context, within: areas.map { $0.points(in: widget.target) })
    }

    /// Draws a laid out widget as a vector document.
    ///
    /// - Throws: `WidgetError.noOutlines` for a mode that changes pixels: vibrant, StandBy at night, over a backdrop.
    public func document(_ widget: PreparedWidget, _ format: VectorDocument.Format) throws(WidgetError) -> [UInt8] {
        let environment = widget.environment
        for (isLook, name) in [
            (environment.mode == .vibrant, "the vibrant look"), (environment.isNight, "StandBy at night"),
            (environment.backdrop != nil, "a backdrop"),
        ] where isLook { throw .noOutlines(format.rawValue, look: name) }
        do throws(DrawingError) {
            let date = environment.now.formatted(.iso8601)
            let document = try VectorDocument(
                format, width: widget.target.width, height: widget.target.height, scale: environment.scale, date: date)
            let context = try Context(document.surface)
            context.scale(widget.target)
            if widget.isGlass, let tint = environment.tint { context.fill(widget.outline, with: Self.glass(tint)) }
            try drawContent(widget, in: context)
            return try document.finish()
        } catch {
            throw .drawing(error)
        }
    }

    private func context(_ target: PixelSize) throws(DrawingError) -> (Surface, Context) {
        let surface = try Surface(width: target.width, height: target.height)
        let context = try Context(surface)
        context.scale(target)
        return (surface, context)
    }

    /// Draws the widget: its background if visible, and its content, within its corners.
    ///
    /// - Parameter areas: The visible areas, in points; nil for everything.
    private func drawContent(_ widget: PreparedWidget, in context: Context, within areas: [Rect]? = nil) throws(DrawingError) {
        let environment = widget.environment
        let whole = Rect(x: 0, y: 0, width: widget.place.canvas.width, height: widget.place.canvas.height)
        var drawing = PlacedNodeDrawing(
            context: context, measurer: widget.measurer, artwork: artwork, cover: widget.cover, seed: widget.entry.cover?.seed ?? "",
            folder: widget.folder, permission: PicturePermission(widget.entry), canvas: widget.place.canvas,
            cornerRadius: widget.place.cornerRadius, scale: widget.target.scale,
            colors: ColorResolver(theme: widget.theme, palette: widget.palette, environment: environment),
            isRedacted: environment.redaction.contains(.placeholder), redactsShapes: widget.redactsShapes)
        drawing.areas = areas
        drawing.backdrop = { [self] in environment.backdrop == nil ? nil : try? backdrop(widget) }
        func drawAll() {
            if environment.drawsBackground, let background = widget.background {
                if environment.isLuminanceReduced {
                    context.fill(.rect(whole), with: Color.black)
                } else {
                    drawing.draw(ground: background)
                }
            }
            func drawContent() {
                drawing.draw(widget.layout)
                if let label = widget.label { CornerLabelDrawing(drawing: drawing).draw(label) }
            }
            if environment.isLuminanceReduced {
                context.group(alpha: Self.reducedStrength) { drawContent() }
            } else {
                drawContent()
            }
        }
        if !widget.hasCorners || areas?.allSatisfy(widget.isClearOfCorners) == true {
            drawAll()
        } else if context.surface.isVector {
            context.cutOut(widget.outline, drawAll)
        } else {
            // The surface contains nothing else, so it needs no separate group.
            drawAll()
            try cornerMask(widget).cut(context)
        }
        try context.check()
    }

    /// The surface behind the widget: the wallpaper, and on it the glass of a tinted widget; nil for none.
    private func ground(_ widget: PreparedWidget) throws(DrawingError) -> Surface? {
        let environment = widget.environment
        guard environment.backdrop != nil || (widget.isGlass && environment.tint != nil) else { return nil }
        let (surface, context) = try context(widget.target)
        let whole = Rect(x: 0, y: 0, width: widget.place.canvas.width, height: widget.place.canvas.height)
        let behind = try backdrop(widget)
        context.draw(behind, in: whole, filter: .nearest)
        // A lock screen dims a wallpaper that is too bright for white letters.
        if environment.mode == .vibrant { context.fill(.rect(whole), with: Color.black.opacity(try Self.shade(over: behind.bitmap()))) }
        guard widget.isGlass else { return surface }
        let blurred = try Surface(try behind.bitmap().blurredToEdges(radius: Self.glassBlur * widget.target.scale))
        context.draw(blurred, in: whole, outline: widget.outline)
        if let tint = environment.tint {
            context.fill(widget.outline, with: Self.glass(tint).opacity(environment.backdrop == nil ? 1 : 0.78))
        } else {
            let shade = max(Self.leastShade, Self.shade(over: try blurred.bitmap()))
            context.fill(widget.outline, with: Color.black.opacity(shade))
        }
        return surface
    }

    /// The opacity of a black overlay on a picture that makes its brightest parts dark enough for white letters: 0 to 1.
    private static func shade(over picture: Bitmap) -> Double {
        let brightest = picture.brightest
        // Black dims the stored values; luminance is about their power of 2.2.
        return brightest > brightestGround ? 1 - pow(brightestGround / brightest, 1 / 2.2) : 0
    }

    /// The colour of glass on a tinted home screen.
    private static func glass(_ tint: Color) -> Color {
        var dark = OKLCH(tint)
        (dark.lightness, dark.chroma) = (0.3, min(dark.chroma, 0.12))
        return dark.color
    }

    /// The wallpaper in the pixels of the widget; transparent if there is none.
    private func backdrop(_ widget: PreparedWidget) throws(DrawingError) -> Surface {
        guard let backdrop = widget.environment.backdrop else {
            return try Surface(width: widget.target.width, height: widget.target.height)
        }
        return try Surface(
            backdrop.croppedToAspect(width: widget.target.width, height: widget.target.height)
                .resized(width: widget.target.width, height: widget.target.height))
    }

    private func compose(_ bitmap: Bitmap, over ground: Surface, _ widget: PreparedWidget) throws(DrawingError) -> Bitmap {
        let context = try Context(ground)
        let whole = Rect(x: 0, y: 0, width: Double(ground.width), height: Double(ground.height))
        let picture = try Surface(bitmap)
        if widget.environment.mode == .vibrant {
            // Bright parts lighten the wallpaper's own colours. A faint normal layer on top keeps them legible on bright wallpapers.
            context.draw(picture, in: whole, filter: .nearest, alpha: 0.75, blend: .plusLighter)
            context.draw(picture, in: whole, filter: .nearest, alpha: 0.35)
        } else {
            context.draw(picture, in: whole, filter: .nearest)
        }
        try context.check()
        return try ground.bitmap()
    }
}

extension Context {
    /// Sets the scale from points of the canvas to device pixels.
    fileprivate func scale(_ target: PixelSize) {
        scale(x: Double(target.width) / target.canvas.width, y: Double(target.height) / target.canvas.height)
    }
}

extension PreparedWidget {
    /// True if rounded corners are cut off: those of a ground, which StandBy does not have.
    fileprivate var hasCorners: Bool { place.cornerRadius > 0 && !environment.isSquare && (environment.drawsBackground || isGlass) }

    /// True for an area in which the outline has no corner.
    fileprivate func isClearOfCorners(_ area: Rect) -> Bool {
        let (radius, size) = (place.cornerRadius * SubdialDrawing.Path.continuousCornerReach, place.canvas)
        return area.minX >= radius && area.maxX <= size.width - radius || area.minY >= radius && area.maxY <= size.height - radius
    }

    /// True if the system draws glass behind the widget.
    fileprivate var isGlass: Bool { environment.mode == .accented && place.cornerRadius > 0 }

    /// The outline of the widget.
    fileprivate var outline: SubdialDrawing.Path {
        let whole = Rect(x: 0, y: 0, width: place.canvas.width, height: place.canvas.height)
        return hasCorners ? .roundedRect(whole, radius: place.cornerRadius) : .rect(whole)
    }
}

/// The properties on which the mask of the corners depends.
struct CornerMaskKey: Hashable {
    let width: Int
    let height: Int
    let canvas: Size
    let radius: Double
}

extension WidgetRenderer {
    /// The maximum number of pixels of a picture whose mask is kept.
    private static let maximumCornerPixels = 1 << 22

    /// The mask that cuts off the corners of a widget.
    private func cornerMask(_ widget: PreparedWidget) throws(DrawingError) -> OutlineMask {
        let target = widget.target
        let key = CornerMaskKey(width: target.width, height: target.height, canvas: target.canvas, radius: widget.place.cornerRadius)
        if let mask = cornerMasks[key] { return mask }
        let outline = widget.outline.transformed(
            scaleX: Double(target.width) / target.canvas.width, scaleY: Double(target.height) / target.canvas.height)
        let mask = try OutlineMask(outline, width: target.width, height: target.height, areas: key.areas)
        if target.width * target.height <= Self.maximumCornerPixels { cornerMasks[key] = mask }
        return mask
    }
}

extension CornerMaskKey {
    /// The areas that contain the corners of the outline; they do not overlap.
    ///
    /// The outline's sides are on the edges of the picture, so that all other pixels are inside.
    fileprivate var areas: [(x: Int, y: Int, width: Int, height: Int)] {
        let reach = radius * SubdialDrawing.Path.continuousCornerReach
        func ranges(_ length: Int, _ points: Double) -> [Range<Int>] {
            let reach = Int(saturating: (reach * Double(length) / points).rounded(.up))
            return reach < length / 2 ? [0..<reach, length - reach..<length] : [0..<length]
        }
        let columns = ranges(width, canvas.width)
        return ranges(height, canvas.height).flatMap { rows in
            columns.map { (x: $0.lowerBound, y: rows.lowerBound, width: $0.count, height: rows.count) }
        }
    }
}

/// The devices and fonts, which a program that draws one picture loads while it parses its arguments.
extension WidgetRenderer {
    /// Loads the devices and then the fonts in the background, for the first use of these resources, while the program does something else.
    ///
    /// It must call ``endPreparation()`` before it exits.
    public static func prepare(_ resources: ResourceFolder) {
        let fonts = resources.fontConfiguration
        let catalog = PendingResult {
            // The fonts take longer, and are needed later.
            defer { FontLibrary.prepare(configuration: fonts) }
            return try? readCatalog(resources)
        }
        prepared.withLock { $0 = (resources, catalog) }
    }

    /// Waits for fonts that are being loaded in the background.
    public static func endPreparation() { FontLibrary.endPreparation() }

    /// The devices that have been prepared, or else newly read ones; the user's file adds to Subdial's.
    ///
    /// - Throws: `WidgetError.resource` with the file and the reason.
    public static func catalog(_ resources: ResourceFolder) throws(WidgetError) -> DeviceCatalog {
        if let catalog = removePrepared(resources)?.value() { return catalog }
        return try readCatalog(resources)
    }

    /// nil if the devices cannot be read: whoever needs them reads them again, and reports the reason.
    typealias PreparedCatalog = PendingResult<DeviceCatalog?>
    /// The devices that are being read, until they are first needed.
    static let prepared = Mutex<(resources: ResourceFolder, catalog: PreparedCatalog)?>(nil)

    private static func removePrepared(_ resources: ResourceFolder) -> PreparedCatalog? {
        prepared.withLock { $0?.resources == resources ? $0.take()?.catalog : nil }
    }

    private static func readCatalog(_ resources: ResourceFolder) throws(WidgetError) -> DeviceCatalog {
        let files = resources.everyText("devices.yaml")
        guard let (file, text) = files.first else { throw .resource("devices.yaml", reason: "the file is missing") }
        let palettes = try InkPalettes(resources)
        var catalog = try DeviceCatalog(text, file: file, palettes: palettes)
        for (file, text) in files.dropFirst() { try catalog.add(text, file: file, palettes: palettes) }
        return catalog
    }
}

extension WidgetRenderer {
    /// Finds the cut texts and symbols of a template on one device of each size, at its default type size and at the largest.
    ///
    /// - Parameters:
    ///   - path: The template file, named `FAMILY.yaml`, `FAMILY@watch.yaml` or `FAMILY@smartStack.yaml`; other names return no warnings.
    ///   - name: The name of the file in warnings.
    ///   - entry: The entry to lay out.
    /// - Returns: A warning for each node, in file order.
    /// - Throws: An error if the template cannot be laid out.
    public func overflows(ofTemplate path: String, as name: String, showing entry: Entry) throws(WidgetError) -> [TemplateProblem] {
        guard let file = FamilyFile(path) else { return [] }
        let template = try templates.template(file: path, entry.schema)
        let devices = file.devices(of: catalog)
        var found: [Found] = []
        for device in devices {
            var paths: Set<String> = []
            for typeSize in [device.typeSize, .accessibility5] {
                var environment = WidgetEnvironment(family: file.family, device: device, typeSize: typeSize, now: entry.date)
                environment.placement = file.placement
                let widget = try layOut(entry, template: .file(path), in: environment)
                // In the largest type, content may come closer to the edge than its margins, as long as nothing is cut.
                let overflows = widget.overflows.filter { $0.limit == .edge || typeSize == device.typeSize }
                for overflow in overflows where paths.insert(overflow.path).inserted {
                    if let index = found.firstIndex(where: { $0.overflow.path == overflow.path }) {
                        found[index].count += 1
                    } else {
                        found.append(Found(overflow: overflow, device: device.id, typeSize: environment.effectiveTypeSize))
                    }
                }
            }
        }
        // The rows of a loop have one place in the template.
        var problems: [(found: Found, position: TemplateProblem.Position, others: Int)] = []
        for found in found {
            let position = template.position(of: found.overflow.path)
            if let index = problems.firstIndex(where: { $0.position == position }) {
                problems[index].others += 1
            } else {
                problems.append((found, position, 0))
            }
        }
        return problems.map { problem in
            TemplateProblem(
                file: name, position: problem.position, path: problem.found.overflow.path,
                message: problem.found.message(devices: devices.count, others: problem.others), severity: .warning)
        }.sorted { $0.position < $1.position }
    }
}

/// A text or symbol that is cut on some devices.
private struct Found {
    let overflow: Overflow
    /// The first of the devices, and its type size.
    let device: String
    let typeSize: TypeSize
    /// The number of devices that cut it.
    var count = 1

    /// - Parameter others: The number of further texts and symbols of the same element.
    func message(devices: Int, others: Int) -> String {
        "\(overflow.title)\(others > 0 ? ", with \(others) more," : "") \(overflow.fault) in \(count) of the \(devices) sizes that devices have, on \(device) at \(typeSize.rawValue) for one: \(overflow.extent); "
            + overflow.advice
    }
}

/// The properties encoded in the file name of a template.
private struct FamilyFile {
    let family: WidgetFamily
    let placement: WidgetPlacement
    private let isWatchOnly: Bool
    /// True if the folder has a separate template for watches.
    private let isNotForWatches: Bool
    /// The form of the matching panels; nil for all forms outside `otherForms`.
    private let form: PanelForm?
    /// The forms of panels that have a separate template in the folder.
    private let otherForms: Set<PanelForm>

    init?(_ path: String) {
        let parts = ((path.split(separator: "/").last ?? "").split(separator: ".").first ?? "").split(separator: "@", maxSplits: 1)
        guard let family = WidgetFamily(rawValue: WidgetFamily.name(ofFile: path)) else { return nil }
        self.family = family
        placement = parts.count > 1 && parts[1] == "smartStack" ? .smartStack : .standard
        let folder = URL(filePath: path).deletingLastPathComponent()
        isNotForWatches =
            parts.count == 1 && FileManager.default.fileExists(atPath: folder.appending(path: "\(family.rawValue)@watch.yaml").path)
        form = parts.count > 1 ? PanelForm(rawValue: String(parts[1])) : nil
        otherForms =
            parts.count > 1
            ? []
            : Set(
                PanelForm.allCases.filter {
                    FileManager.default.fileExists(atPath: folder.appending(path: "\(family.rawValue)@\($0.rawValue).yaml").path)
                })
        isWatchOnly = parts.count > 1 && (parts[1] == "watch" || parts[1] == "smartStack")
    }

    /// The devices with the family, one of each size, smallest first.
    func devices(of catalog: DeviceCatalog) -> [Device] {
        var known: Set<[Double]> = []
        func area(_ device: Device) -> Double { device.places[family].map { $0.canvas.width * $0.canvas.height } ?? 0 }
        return catalog.devices.filter { device in
            guard let size = device.places[family]?.canvas, device.isWatch ? !isNotForWatches : !isWatchOnly else { return false }
            if family == .panel {
                let own = PanelForm(size)
                guard form == nil ? own.map({ !otherForms.contains($0) }) ?? true : own == form else { return false }
            }
            return known.insert([size.width, size.height, device.isWatch ? 1 : 0]).inserted
        }.sorted { area($0) < area($1) }
    }
}
