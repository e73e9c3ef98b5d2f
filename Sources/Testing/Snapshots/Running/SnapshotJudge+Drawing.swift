import FoundationEssentials
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

extension SnapshotJudge {
    /// The drawn pixels of a snapshot.
    struct Drawn {
        let bitmap: Bitmap
        /// The size of the picture before its rotation for a panel.
        let width: Int, height: Int
        let rotation: InkRotation
        /// The size of the layout's coordinate space, in points.
        let canvas: Size
    }

    /// Lays out the widget of a snapshot.
    func prepare(_ spec: SnapshotSpec, _ snapshotCase: SnapshotSuite.Case) throws -> PreparedWidget {
        let scene = try scene(of: spec)
        let now = scene.start.addingTimeInterval(spec.details.moment)
        guard let entry = scene.timeline.entry(at: now) else {
            throw SnapshotError.suite(path: spec.entry, reason: "there is no entry in it")
        }
        let environment = try environment(of: spec, at: now)
        return try renderer.layOut(
            entry, template: try template(snapshotCase), theme: spec.theme, in: environment, folder: scene.folder)
    }

    private func template(_ snapshotCase: SnapshotSuite.Case) throws(SnapshotError) -> TemplateReference {
        if let name = snapshotCase.template, let tree = templates[name] { return .tree(tree, name: name, folder: suite.folder) }
        let file = snapshotCase.template.map(suite.absolute)
        if let file, !FileManager.default.fileExists(atPath: file) { throw .missing(path: file, what: "template") }
        return TemplateReference(file: file, orKind: snapshotCase.kind)
    }

    private func environment(of spec: SnapshotSpec, at now: Date) throws -> WidgetEnvironment {
        guard let family = WidgetFamily(rawValue: spec.family) else {
            throw WidgetError.unknown("family", spec.family, among: WidgetFamily.allCases.map(\.rawValue))
        }
        let details = spec.details
        var device = try renderer.catalog.device(spec.device)
        if let size = details.panel?.size.flatMap({ InkSize($0) }) {
            // A device that the case specifies keeps its scale.
            let isNamed = suite.cases[spec.caseIndex].matrix.devices != nil
            device = device.panel(
                size, scale: details.scale ?? (isNamed ? device.scale : renderer.catalog.scale(ofPanel: size)))
        }
        var environment = WidgetEnvironment(
            family: family, device: device, appearance: try word(spec.appearance, "appearance"), mode: try word(spec.mode, "mode"),
            typeSize: try spec.typeSize.map { (w) throws in try word(w, "type size") as TypeSize }, scale: details.scale,
            isSquare: details.isSquare, now: now)
        if let language = spec.language { environment.language = language }
        if let placement = spec.placement { environment.placement = try word(placement, "placement") }
        if let direction = spec.direction { environment.direction = try word(direction, "direction") as LayoutDirection }
        if let redaction = spec.redaction, redaction != "none" { environment.redaction = [try word(redaction, "redaction")] }
        if let tint = details.tint {
            guard let color = Color(hex: tint) else {
                throw SnapshotError.suite(path: suite.path, reason: "'\(tint)' is no colour such as #FF9500")
            }
            environment.tint = color
        }
        environment.timeZones = details.timeZones
        environment.isNight = details.isNight
        environment.isLuminanceReduced = details.isLuminanceReduced
        if details.hidesBackground { environment.showsContainerBackground = false }
        environment.isAnimated = details.isAnimated
        if let backdrop = details.backdrop { environment.backdrop = try bitmap(ofBackdrop: suite.absolute(backdrop)) }
        return environment
    }

    private func word<T: RawRepresentable & CaseIterable>(_ text: String, _ what: String) throws -> T where T.RawValue == String {
        guard let word = T(rawValue: text) else { throw WidgetError.unknown(what, text, among: T.allCases.map(\.rawValue)) }
        return word
    }

    private func bitmap(ofBackdrop path: String) throws -> Bitmap {
        if let backdrop, backdrop.path == path { return backdrop.bitmap }
        guard let data = FileManager.default.contents(atPath: path) else { throw SnapshotError.missing(path: path, what: "picture") }
        guard data.count <= Backdrop.maximumBytes else { throw SnapshotError.pictures(["\(path): a backdrop has 64 MB at most"]) }
        do throws(ImageError) {
            let bitmap = try Backdrop.bitmap([UInt8](data))
            backdrop = (path, bitmap)
            return bitmap
        } catch {
            throw SnapshotError.pictures(["\(path): \(error)"])
        }
    }

    /// Draws the laid-out widget; for a panel in its inks and rotation.
    func draw(_ prepared: PreparedWidget, _ spec: SnapshotSpec) throws -> Drawn {
        let picture = try renderer.draw(prepared)
        guard let panel = spec.details.panel else {
            return Drawn(
                bitmap: picture.bitmap, width: picture.bitmap.width, height: picture.bitmap.height, rotation: .none, canvas: picture.canvas)
        }
        let own = spec.family == WidgetFamily.panel.rawValue ? try renderer.catalog.device(spec.device).panel : nil
        let options: PanelOptions
        let palettes = try palettes(of: panel)
        do throws(InkError) {
            options = try panel.options(palettes).over(own)
        } catch {
            throw SnapshotError.suite(path: suite.path, reason: error.description)
        }
        // The panel receives the file, so the comparison uses only what the file can contain.
        let bytes = try PanelFile.bytes(of: picture.bitmap, photographs: prepared.photographs, options)
        return Drawn(
            bitmap: try PNG.decode(bytes), width: picture.bitmap.width, height: picture.bitmap.height,
            rotation: options.rotation ?? .none, canvas: picture.canvas)
    }
}

extension SnapshotJudge {
    /// The available palettes, including the panel's own file.
    private func palettes(of panel: SnapshotPanel) throws -> InkPalettes {
        var palettes = try renderer.palettes
        guard let written = panel.palette, InkPalettes.isFile(written) else { return palettes }
        let path = suite.absolute(written)
        guard let data = FileManager.default.contents(atPath: path) else { throw SnapshotError.missing(path: path, what: "palette") }
        guard data.count <= InkPalettes.maximumFile else { throw WidgetError.resource(path, reason: "a palette has 64 kB at most") }
        palettes.add(try InkPalettes.palette(String(decoding: data, as: UTF8.self), file: path))
        return palettes
    }
}
