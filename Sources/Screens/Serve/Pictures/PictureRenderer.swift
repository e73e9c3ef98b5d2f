import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialLayout
import SubdialTimeline
import SubdialWidgets

/// Draws pictures on one thread, so that drawing blocks nothing but other drawings.
actor PictureRenderer {
    /// The maximum number of cached canvases, and the maximum number of pixels of each: a canvas holds its picture's pixels twice.
    private static let (maximumCanvases, maximumCanvasPixels) = (8, 1_500_000.0)

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let resources: ResourceFolder
    private let reports: PictureReports
    private var renderer: WidgetRenderer?
    private var palettes: InkPalettes?
    private var canvases: [(key: PictureKey, canvas: WidgetCanvas)] = []

    /// - Parameter reports: Receives the messages about unusable pictures.
    init(_ resources: ResourceFolder, reports: PictureReports) {
        self.resources = resources
        self.reports = reports
    }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - entry: The shown entry.
    ///   - next: The time at which another entry is due; nil for never.
    ///   - now: The present.
    /// - Throws: ``ServeError`` for an invalid look, else `WidgetError`.
    func draw(
        _ key: PictureKey, _ entry: Entry, cover: Cover?, next: Date?, of source: WidgetInputs, at now: Date
    ) throws -> DrawnPicture {
        var look = try resolved(key.query, at: now, source.timeZones)
        if look.environment.presentation != nil {
            look.environment.activityState = ActivityState(of: entry, isActive: try source.isActive(entry, look.environment.now))
        }
        let widget = try look.renderer.layOut(
            entry, template: .kind(source.kind), theme: key.query.look.theme ?? source.theme, in: look.environment, folder: source.folder,
            cover: cover)
        return try draw(widget, on: canvas(of: key, look), look, key.query, entry, title: source.title, next: next)
    }

    /// Draws a notice in place of a widget.
    ///
    /// - Throws: ``ServeError`` for an invalid look, else `WidgetError`.
    func drawNotice(_ entry: Entry, _ query: PictureQuery, at now: Date) throws -> DrawnPicture {
        let look = try resolved(query, at: now, TimeZones())
        let widget = try look.renderer.layOut(entry, template: .file("\(resources.path)/notice.yaml"), in: look.environment)
        return try draw(widget, on: WidgetCanvas(look.renderer), look, query, entry, title: "Subdial", next: nil)
    }

    private struct Resolved {
        let renderer: WidgetRenderer
        var environment: WidgetEnvironment
        let panel: PanelOptions?
    }

    private func resolved(_ query: PictureQuery, at now: Date, _ timeZones: TimeZones) throws -> Resolved {
        let renderer = try renderer ?? WidgetRenderer(resources: resources)
        self.renderer = renderer
        let palettes = try palettes ?? InkPalettes(resources)
        self.palettes = palettes
        let (device, panel) = try query.device(renderer.catalog, palettes)
        return Resolved(renderer: renderer, environment: try query.environment(device, now: now, timeZones: timeZones), panel: panel)
    }

    private func draw(
        _ widget: PreparedWidget, on canvas: WidgetCanvas, _ look: Resolved, _ query: PictureQuery, _ entry: Entry, title: String,
        next: Date?
    ) throws -> DrawnPicture {
        let picture = try canvas.draw(widget)
        reports.report(look.renderer.pictureFindings(of: widget))
        let bytes: [UInt8]
        if let panel = look.panel {
            bytes = try PanelFile.bytes(of: picture.bitmap, photographs: widget.photographs, panel, as: query.format)
        } else {
            guard query.format == .png else { throw ServeError(.badRequest, "pictures are .bmp in one bit alone: depth=1") }
            bytes = try canvas.png(of: picture)
        }
        // The label omits texts that the picture redacts.
        let texts = query.look.redaction == nil ? picture.layout.texts : []
        return DrawnPicture(
            bytes: bytes, mediaType: "image/\(query.format.rawValue)", tag: bytes.entityTag, modified: look.environment.now,
            size: picture.size, scale: look.environment.scale,
            regions: picture.regions,
            label: ([title] + texts).joined(separator: ", "), freshness: entry.freshness,
            nextChange: [picture.nextChange, next].compactMap { $0 }.min(), entry: entry, shown: look.environment.now)
    }

    /// The paths of the fonts, in order of precedence.
    func fonts() throws -> [String] {
        let renderer = try renderer ?? WidgetRenderer(resources: resources)
        self.renderer = renderer
        return renderer.everyFontFile
    }

    /// Loads templates, themes and symbols again for the next picture.
    func reset() {
        renderer = nil
        palettes = nil
        canvases = []
    }

    private func canvas(of key: PictureKey, _ look: Resolved) -> WidgetCanvas {
        let (size, scale) = (look.environment.greatestSize, look.environment.scale)
        guard let size, size.width * size.height * scale * scale <= Self.maximumCanvasPixels else { return WidgetCanvas(look.renderer) }
        if let index = canvases.firstIndex(where: { $0.key == key }) {
            let known = canvases.remove(at: index)
            canvases.append(known)
            return known.canvas
        }
        if canvases.count >= Self.maximumCanvases { canvases.removeFirst() }
        let canvas = WidgetCanvas(look.renderer)
        canvases.append((key, canvas))
        return canvas
    }
}
