import Drawing
import Engine
import FoundationEssentials
import Layout
import Timeline
import Widgets

/// The one thread that draws, so that pictures keep nobody else waiting but each other.
actor Studio {
    /// The most canvases that are kept: each has the pixels of its picture.
    private static let maximumCanvases = 8

    private let executor = DrawingExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let resources: ResourceFolder
    private var renderer: WidgetRenderer?
    private var canvases: [(key: PictureKey, canvas: WidgetCanvas)] = []

    init(_ resources: ResourceFolder) { self.resources = resources }

    /// Draws a picture.
    ///
    /// - Parameters:
    ///   - entry: The entry that is shown.
    ///   - next: When another entry is due; nil for never.
    ///   - now: The present.
    /// - Throws: ``ServeError`` for a look that there is not, else `WidgetError`.
    func draw(
        _ key: PictureKey, _ entry: Entry, cover: Cover?, next: Date?, of source: WidgetSource, at now: Date
    ) throws -> DrawnPicture {
        let renderer = try renderer ?? WidgetRenderer(resources: resources)
        self.renderer = renderer
        let query = key.query
        let environment = try query.environment(renderer.catalog, now: now, timeZones: source.timeZones)
        let widget = try renderer.layOut(
            entry, kind: source.kind, theme: query.theme ?? source.theme, in: environment, folder: source.folder, cover: cover)
        let picture = try canvas(of: key, renderer).draw(widget)
        let bytes = try picture.png()
        let ratio = picture.size.width / picture.canvas.width
        return DrawnPicture(
            bytes: bytes, mediaType: "image/png", tag: bytes.entityTag, modified: now, size: picture.size, scale: environment.scale,
            regions: picture.layout.intents.map { .init(intent: $0.name, frame: $0.frame.scaled(by: ratio)) },
            // What the picture hides is not told either.
            label: ([source.title] + (query.redaction == nil ? picture.layout.texts : [])).joined(separator: ", "),
            freshness: entry.freshness,
            nextChange: [picture.nextChange, next].compactMap { $0 }.min(), entry: entry, shown: environment.now)
    }

    /// Reads templates, themes and symbols anew with the next picture.
    func reset() {
        renderer = nil
        canvases = []
    }

    private func canvas(of key: PictureKey, _ renderer: WidgetRenderer) -> WidgetCanvas {
        if let index = canvases.firstIndex(where: { $0.key == key }) {
            let known = canvases.remove(at: index)
            canvases.append(known)
            return known.canvas
        }
        if canvases.count >= Self.maximumCanvases { canvases.removeFirst() }
        let canvas = WidgetCanvas(renderer)
        canvases.append((key, canvas))
        return canvas
    }
}

extension Layout.Rect {
    fileprivate func scaled(by ratio: Double) -> Self {
        Self(minX * ratio, minY * ratio, size.width * ratio, size.height * ratio)
    }
}
