import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialTemplates
import SubdialTimeline

/// Draws entries as widgets.
///
/// It caches fonts, templates and covers. A renderer belongs to one task at a time.
public final class WidgetRenderer {
    /// The default kind of widget.
    public static let standardKind = "now-playing"
    /// The maximum number of cached languages.
    private static let maximumLanguages = 32
    /// The maximum edge of a picture in pixels.
    public static let maximumSide = 8192.0

    /// The available devices.
    public private(set) var catalog: DeviceCatalog
    let artwork: ArtworkLoader
    private let resources: ResourceFolder
    private let library: FontLibrary
    private(set) var symbols: SymbolLibrary
    private var outlines = OutlineCache()
    /// The masks that cut off corners, by what they depend on.
    var cornerMasks = RecentCache<CornerMaskKey, OutlineMask>(capacity: 8)
    private(set) var templates: TemplateStore
    private var themes: [String: Theme] = [:]
    private var strings: [String: Strings] = [:]
    /// The palette of the last cover.
    private var lastPalette: (clusters: [ColorCluster], appearance: Appearance, palette: Palette)?

    /// Loads fonts and devices.
    ///
    /// - Parameters:
    ///   - fontFolder: A folder with the only fonts to use; nil for those of the system.
    ///   - catalog: The devices of `resources` if the caller has read them already; nil to read them.
    public init(resources: ResourceFolder, fontFolder: String? = nil, catalog: DeviceCatalog? = nil) throws(WidgetError) {
        self.resources = resources
        artwork = ArtworkLoader(within: resources.pictureFolder)
        symbols = SymbolLibrary(resources)
        templates = TemplateStore(resources: resources, symbols: symbols)
        if let catalog { self.catalog = catalog } else { self.catalog = try Self.catalog(resources) }
        do {
            library = try FontLibrary.prepared(
                configuration: resources.fontConfiguration, requiring: fontFolder == nil ? "Inter" : nil, onlyFolder: fontFolder)
        } catch {
            throw .fonts(error)
        }
    }

    /// Reloads templates, themes and strings for the next picture; fonts and covers stay cached.
    ///
    /// - Parameter keepsSymbols: False to reload symbols and devices too.
    /// - Throws: `WidgetError.resource` with the unreadable file; nothing is changed then.
    public func reload(keepsSymbols: Bool) throws(WidgetError) {
        if !keepsSymbols {
            let symbols = SymbolLibrary(resources)
            // Whoever changes a symbol wants to know its error at once.
            try symbols.check()
            catalog = try Self.catalog(resources)
            self.symbols = symbols
            outlines = OutlineCache()
        }
        templates = TemplateStore(resources: resources, symbols: symbols)
        themes = [:]
        strings = [:]
    }

    /// The faces used so far, including fallbacks for missing glyphs; empty unless ``recordsFaces`` is set.
    public var usedFaces: Set<FontFace> { library.usedFaces }

    /// True for a file of the folder that was installed with Subdial.
    package func isShipped(_ file: String) -> Bool { file.hasPrefix("\(resources.path)/") }

    /// True to record the used faces in ``usedFaces``.
    public var recordsFaces: Bool {
        get { library.recordsFaces }
        set { library.recordsFaces = newValue }
    }

    /// Clears the recorded faces.
    public func forgetUsedFaces() { library.forgetUsedFaces() }

    /// The available faces.
    public var faces: [FontFace] { library.faces }

    /// The files of all fonts that may provide a glyph, in order of precedence.
    public var everyFontFile: [String] { library.everyFile }

    /// Checks that a kind of widget exists, without reading any template.
    ///
    /// - Throws: `WidgetError.unknown` with the existing kinds.
    public static func check(kind: String, in resources: ResourceFolder) throws(WidgetError) {
        let kinds = kinds(in: resources)
        guard kinds.contains(kind) else { throw .unknown("kind of widget", kind, among: kinds) }
    }

    /// The kinds of widgets in a folder, without reading any template.
    public static func kinds(in resources: ResourceFolder) -> [String] {
        TemplateStore(resources: resources).kinds
    }

    /// The available kinds of widgets.
    public var kinds: [String] { templates.kinds }

    /// The available palettes of panels.
    public var palettes: InkPalettes {
        get throws(WidgetError) { try InkPalettes(resources) }
    }

    /// True if a kind of widget has a template for a family.
    public func hasTemplate(kind: String = standardKind, family: WidgetFamily) -> Bool {
        resources.text("\(kind)/\(family.rawValue).yaml") != nil
    }

    /// Lays out and draws an entry.
    ///
    /// - Parameters:
    ///   - template: The source of the template.
    ///   - theme: The name of a file in `themes`.
    ///   - folder: The base folder of the entry's relative artwork paths.
    ///   - cover: A cover in memory, in place of the entry's file.
    public func picture(
        of entry: Entry, template: TemplateReference = .standard, theme: String = "default",
        in environment: WidgetEnvironment, folder: String? = nil, cover: Cover? = nil
    ) throws(WidgetError) -> Picture {
        try draw(try layOut(entry, template: template, theme: theme, in: environment, folder: folder, cover: cover))
    }

    /// Lays out an entry, to be drawn by ``draw(_:)``.
    ///
    /// The parameters are those of ``picture(of:template:theme:in:folder:cover:)``.
    public func layOut(
        _ entry: Entry, template source: TemplateReference = .standard, theme themeName: String = "default",
        in environment: WidgetEnvironment, folder: String? = nil, cover: Cover? = nil
    ) throws(WidgetError) -> PreparedWidget {
        try layOut(entry, theme: themeName, in: environment, folder: folder, cover: cover) { (setting) throws(WidgetError) in
            let (entry, environment, place) = (setting.entry, setting.environment, setting.place)
            // While the colours of the cover are found.
            let template = try template(source, environment, entry.schema)
            var entryScope = EntryScope(entry, at: environment.now, palette: setting.palette.value)
            entryScope.timeZones = environment.timeZones
            let scope = WidgetScope(
                entry: entryScope, environment: environment, strings: try words(environment.language), canvas: place.canvas,
                changes: setting.changes)
            var expanded =
                try environment.presentation == .island ? pill(template, scope, place) : expand(template, scope, margins: place.margins)
            if let ground = try ground(setting.theme, entry, environment, of: expanded) {
                expanded.background = try expand(ground, scope, margins: place.margins).background
            }
            return WidgetNodes(expanded, redactsShapes: true, place: template.place)
        }
    }

    /// Lays out the nodes of any source, to be drawn by ``draw(_:)``.
    ///
    /// - Parameter nodes: Makes the nodes, with what they depend on.
    package func layOut(
        _ entry: Entry, theme themeName: String = "default", in environment: WidgetEnvironment, folder: String? = nil, cover: Cover? = nil,
        nodes makeNodes: (WidgetSetting) throws(WidgetError) -> WidgetNodes
    ) throws(WidgetError) -> PreparedWidget {
        let entry = entry.disclosed
        var environment = environment
        // The Dynamic Island, StandBy and the Control Center are always dark.
        if environment.presentation?.isIsland == true || environment.placement == .standBy || environment.frame?.control != nil {
            environment.appearance = .dark
        }
        // Paper is white.
        if environment.isPanel { environment.appearance = .light }
        var place = try WidgetPlace(environment)
        let theme = try theme(themeName)
        let own = entry.cover
        let picture = own == nil ? nil : cover.map { artwork.picture($0) } ?? artwork.picture(own?.picture?.location, relativeTo: folder)
        if theme.usesCoverPalette, let picture { artwork.prepareClusters(picture) }
        let appearance = environment.appearance
        let setting = WidgetSetting(entry, environment, place, theme) {
            self.palette(of: entry, cover: picture, theme, appearance)
        }
        let nodes = try makeNodes(setting)
        var expanded = nodes.expanded
        let (palette, changes) = (setting.palette, setting.changes)
        let measurer = PangoMeasurer(
            library: library, symbols: symbols, outlines: outlines, platform: environment.device.typography,
            typeSize: environment.effectiveTypeSize, fontScale: environment.isPanel ? 1 : theme.fontScale,
            direction: environment.layoutDirection,
            language: environment.language == Strings.standardLanguage ? nil : environment.language)
        // A panel is read from across a room, and its templates fill it: a theme for other widgets scales nothing there.
        if !environment.isPanel { expanded.body = expanded.body.spaced(theme.spacingScale) }
        let diagnostic = place.fit(expanded.body, measurer: measurer, scale: environment.scale)
        let target = try PixelSize(place, scale: environment.scale)
        // A watch face is not mirrored: the corner stays in place, and only the texts change direction.
        let direction = environment.family == .accessoryCorner ? .leftToRight : environment.layoutDirection
        let engine = LayoutEngine(measurer: measurer, scale: target.scale, direction: direction)
        let layout = engine.layOut(expanded.body, in: place.canvas, alignment: diagnostic == nil ? .center : place.overflowAlignment)
        var background = expanded.background.map { engine.layOut($0, in: place.canvas) }
        // The canvas may end within a device pixel, frames do not; a plain background covers the whole canvas.
        if case .shape? = background?.drawn { background?.frame = Rect(origin: .zero, size: place.canvas) }
        let label = expanded.label.map { engine.layOut($0, in: CornerLabelDrawing.room(place.canvas)) }
        try environment.presentation?.check(layout, in: place)
        layout.recordProgress(in: changes, at: environment.now, scale: target.scale)
        // An animation is continuous: every frame differs.
        if environment.isAnimated, layout.hasSymbolEffect { changes.record(environment.now.addingTimeInterval(0.001)) }
        if let error = measurer.symbolError { throw error }
        return PreparedWidget(
            layout: layout, expanded: expanded, diagnostic: diagnostic, entry: entry, environment: environment, place: place,
            target: target, theme: theme, palette: palette, measurer: measurer, artwork: artwork, cover: picture, folder: folder,
            label: label,
            background: background, redactsShapes: nodes.redactsShapes, sourcePlace: nodes.place, nextChange: changes.date)
    }

    private func theme(_ name: String) throws(WidgetError) -> Theme {
        if let theme = themes[name] { return theme }
        let theme = try Theme(named: name, in: resources)
        themes[name] = theme
        return theme
    }

    private func words(_ language: String) throws(WidgetError) -> Strings {
        if let known = strings[language] { return known }
        let found = try Strings(language: language, in: resources)
        if strings.count >= Self.maximumLanguages { strings = [:] }
        strings[language] = found
        return found
    }

    private func template(
        _ source: TemplateReference, _ environment: WidgetEnvironment, _ schema: EntrySchema
    ) throws(WidgetError) -> Template {
        switch source {
        case .kind(let kind): try templates.template(kind: kind, names: environment.templateNames, schema)
        case .file(let file): try templates.template(file: file, schema)
        }
    }

    private func expand(_ template: Template, _ scope: WidgetScope, margins: Insets) throws(WidgetError) -> ExpandedTemplate {
        do {
            return try template.expand(in: scope, margins: margins)
        } catch {
            throw .template(error)
        }
    }

    /// The template of the theme's background, which replaces a plain one if the entry has a cover; nil if it does not apply.
    private func ground(
        _ theme: Theme, _ entry: Entry, _ environment: WidgetEnvironment, of template: ExpandedTemplate
    ) throws(WidgetError) -> Template? {
        guard entry.cover != nil, environment.presentation?.isIsland != true, !environment.isPanel,
            case .shape? = template.background?.content
        else {
            return nil
        }
        return try templates.ground(theme, entry.schema)
    }

    /// The compact island: both of its sides, and the camera between them.
    private func pill(_ template: Template, _ scope: WidgetScope, _ place: WidgetPlace) throws(WidgetError) -> ExpandedTemplate {
        func side(_ presentation: ActivityPresentation) throws(WidgetError) -> ExpandedTemplate {
            var scope = scope
            scope.environment.presentation = presentation
            return try expand(template, scope, margins: Insets())
        }
        let (leading, trailing) = (try side(.compactLeading), try side(.compactTrailing))
        return ExpandedTemplate(
            background: leading.background, body: IslandPill.body(leading: leading.body, trailing: trailing.body, in: place.canvas))
    }

    private func palette(of entry: Entry, cover: ArtworkLoader.Picture?, _ theme: Theme, _ appearance: Appearance) -> Palette {
        guard theme.usesCoverPalette else { return Palette(theme: theme, appearance) }
        if let cover, let clusters = artwork.clusters(cover), !clusters.isEmpty {
            if let known = lastPalette, known.clusters == clusters, known.appearance == appearance { return known.palette }
            let palette = Palette(clusters: clusters, appearance)
            lastPalette = (clusters, appearance, palette)
            return palette
        }
        guard let own = entry.cover else { return Palette(theme: theme, appearance) }
        return Palette(placeholder: PlaceholderArt(seed: own.seed), appearance)
    }
}

extension WidgetEnvironment {
    /// The candidate template files, in order of precedence: for the placement, for a watch, and for all devices.
    public var templateNames: [String] {
        if let presentation { return presentation.templateNames }
        if let form = panelForm { return ["\(family.rawValue)@\(form.rawValue).yaml", "\(family.rawValue).yaml"] }
        return (placement == .smartStack ? ["\(family.rawValue)@smartStack.yaml"] : [])
            + (device.isWatch ? ["\(family.rawValue)@watch.yaml"] : []) + ["\(family.rawValue).yaml"]
    }
}

extension ActivityPresentation {
    /// The candidate template files, in order of precedence.
    package var templateNames: [String] {
        switch self {
        case .lockScreen: ["lockScreen.yaml"]
        case .smartStack: ["smartStack.yaml", "accessoryRectangular@smartStack.yaml"]
        case .carPlay: ["carPlay.yaml", "smartStack.yaml"]
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: ["dynamicIsland.yaml"]
        }
    }
}

extension WidgetRenderer {
    /// Messages about the unusable pictures of a drawn widget, one per picture; each is replaced by a placeholder.
    ///
    /// - Parameter countsAddresses: True to report pictures given by URL too; that of a live entry may still be loading.
    public func unusablePictures(of widget: PreparedWidget, countsAddresses: Bool = false) -> [String] {
        pictureFindings(of: widget, countsAddresses: countsAddresses).map(\.message)
    }

    /// The unusable pictures of a drawn widget, for ``PictureReports``; each is replaced by a placeholder.
    ///
    /// - Parameter countsAddresses: True to report pictures given by URL too; that of a live entry may still be loading.
    package func pictureFindings(of widget: PreparedWidget, countsAddresses: Bool = false) -> [PictureFinding] {
        let trees = [widget.layout, widget.background, widget.label].compactMap { $0 }
        let own = artwork.pictures.problems(of: trees)
        return own + unusableCovers(of: widget, countsAddresses: countsAddresses)
    }

    private func unusableCovers(of widget: PreparedWidget, countsAddresses: Bool) -> [PictureFinding] {
        var names: [String] = []
        var own = widget.entry.cover?.picture?.location
        var findings: [PictureFinding] = []
        // With the cover in memory, its location only names it.
        if case .memory(let cover)? = widget.cover {
            findings += [artwork.problem(with: cover, from: own ?? Self.name(ofCoverOf: widget.entry))].compactMap { $0 }
            own = nil
        }
        for node in [widget.layout, widget.background, widget.label].compactMap({ $0 }) {
            node.collectPictures(of: own, into: &names)
        }
        let permission = PicturePermission(widget.entry)
        return findings
            + names.compactMap { name in
                func refused(_ reason: String) -> PictureFinding {
                    PictureFinding(name, reason, standIn: "a placeholder stands in its place")
                }
                let isAddress = name.contains("://") && !name.hasPrefix("file://")
                if isAddress { return countsAddresses ? refused("a picture is a file here") : nil }
                guard name == own || permission.permits(name) else {
                    return refused("a document of another machine must not name this file")
                }
                // Without a folder, a relative path leads nowhere.
                guard widget.folder != nil || name.hasPrefix("/") || name.hasPrefix("file:") else { return nil }
                return artwork.problem(with: name, relativeTo: widget.folder)
            }
    }

    /// The name in messages of an entry's cover that has no location.
    private static func name(ofCoverOf entry: Entry) -> String {
        let words = (entry.cover?.seed ?? "").split(separator: "\u{1F}").joined(separator: ", ")
        return words.isEmpty ? "the cover" : "the cover of '\(words)'"
    }
}

extension PlacedNode {
    /// Adds the names of the pictures that images show, without duplicates.
    ///
    /// - Parameter own: The picture of the entry itself.
    fileprivate func collectPictures(of own: String?, into names: inout [String]) {
        if case .image(let image) = drawn, case .artwork(_, let owner) = image.kind {
            let name = owner == nil ? own : owner?.artwork
            if let name, !name.isEmpty, !names.contains(name) { names.append(name) }
        }
        for child in children { child.collectPictures(of: own, into: &names) }
    }
}

extension TemplateStore {
    /// The JSON Schema of templates, with the names of the available symbols.
    public static func schema(_ resources: ResourceFolder) -> String {
        TemplateSchema.json(symbols: SymbolLibrary(resources).names).text(indented: true)
    }
}

/// The compact Dynamic Island as one picture: the contents beside the camera, and the camera.
package enum IslandPill {
    /// The camera's width as a fraction of the compact island: Apple's width minus those of both sides.
    private static let cameraShare = 125.34 / 230
    private static let lens = 10.5

    /// Both sides with the camera between them, over the width of the island.
    package static func body(leading: Node, trailing: Node, in size: Size) -> Node {
        let camera = size.width * cameraShare
        let side = (size.width - camera) / 2
        func framed(_ node: Node) -> Node {
            var node = node
            node.modifiers.append(.frame(width: side, height: size.height, alignment: .center))
            return node
        }
        var eye = Node(.shape(ShapeContent(.circle, .color(ColorName("#16181D")))), path: "camera")
        eye.modifiers = [
            .frame(width: lens, height: lens, alignment: .center),
            .overlay(
                Node(
                    .shape(ShapeContent(.circle, .color(ColorName("#0B1530")))),
                    modifiers: [.frame(width: lens / 2, height: lens / 2, alignment: .center)], path: "camera"), alignment: .center),
            .padding(Insets(trailing: 13)),
            .frame(width: camera, height: size.height, alignment: Alignment(.trailing, .center)),
        ]
        return Node(
            .hstack(alignment: .center, spacing: 0, [framed(leading), eye, framed(trailing)]),
            modifiers: [.layoutDirection(.leftToRight)], path: "island")
    }
}

extension WidgetRenderer {
    /// The names of the symbols that can be drawn.
    package var symbolNames: Set<String> { symbols.available }

    /// Messages about the texts of a laid-out widget for which the fonts lack glyphs, one per text; boxes are drawn in their place.
    public func missingGlyphs(of widget: PreparedWidget) -> [String] {
        var messages: [String] = []
        for node in [widget.layout, widget.background, widget.label].compactMap({ $0 }) { node.collectMissingGlyphs(into: &messages) }
        return messages
    }
}

extension PlacedNode {
    /// The maximum number of scalars in a message; the others are counted.
    private static let limit = 5

    /// Adds the messages about texts, without duplicates.
    fileprivate func collectMissingGlyphs(into messages: inout [String]) {
        if case .text(let content, _, _, let metrics) = drawn, !metrics.missingGlyphs.isEmpty {
            let shown = metrics.missingGlyphs.prefix(Self.limit).map { scalar in
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)"
            }
            let rest = metrics.missingGlyphs.count - shown.count
            let list = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
            let message = "no font has a glyph for \(list) of the text \"\(content.text.excerpt)\"; boxes stand in their place"
            if !messages.contains(message) { messages.append(message) }
        }
        for child in children { child.collectMissingGlyphs(into: &messages) }
    }
}

extension WidgetRenderer {
    /// Messages about the fonts that a laid-out widget names and that are not installed, one per name; the platform's stand in their place.
    public func missingFonts(of widget: PreparedWidget) -> [String] {
        var names: [String] = []
        for node in [widget.layout, widget.background, widget.label].compactMap({ $0 }) { node.collectFonts(into: &names) }
        return names.filter { widget.measurer.isMissing(family: $0) }.map {
            "there is no font '\($0.limited(to: 200))'; that of the platform stands in its place"
        }
    }
}

extension PlacedNode {
    /// Adds the names of fonts of the user's, without duplicates.
    fileprivate func collectFonts(into names: inout [String]) {
        var fonts: [Font] = []
        switch drawn {
        case .text(let content, _, _, _): fonts = [content.font] + content.runs.compactMap(\.font)
        case .image(let image): fonts = [image.font]
        default: break
        }
        for case let name? in fonts.map(\.family) where !names.contains(name) { names.append(name) }
        for child in children { child.collectFonts(into: &names) }
    }
}
