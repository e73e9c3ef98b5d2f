import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialLayout
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// Draws previews on one thread, and holds the project as last loaded.
actor PreviewRenderer {
    /// The maximum number of cached drawings.
    private static let maximumKept = 240
    /// The maximum wait for a source that has never answered.
    private static let patience = Duration.seconds(10)

    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let supplier: any PreviewSupplier
    /// The date of sample entries, constant while the server runs, so that their pictures do not change.
    private let started = Date.now
    private var renderer: WidgetRenderer?
    private var kept: [PreviewRequest: (drawing: PreviewDrawing, use: Int)] = [:]
    private var uses = 0
    private var entries: [String: Result<EntryContext, PreviewFailure>] = [:]
    private var live: FollowedWidget?
    private let onLiveChange: @Sendable () -> Void

    private(set) var project: PreviewProject
    /// A number that increases whenever the project is loaded; it starts from the present time, so that a restarted server has another
    /// number.
    private(set) var revision = Int(saturating: Date.now.timeIntervalSince1970)

    /// - Parameter onLiveChange: Called when live entries change.
    init(_ supplier: any PreviewSupplier, onLiveChange: @escaping @Sendable () -> Void) async {
        self.supplier = supplier
        self.onLiveChange = onLiveChange
        project = await supplier.project()
    }

    /// An entry with its context.
    struct EntryContext: Sendable {
        var timeline: Timeline
        /// The moment to show if the request specifies none.
        var moment: Date
        var folder: String?
        var file: PreviewEntryFile?
        var scene: EntryProvider.Scene?
        var theme: String?
        var timeZones: TimeZones?
    }

    /// Loads the project again after a save.
    func reload(_ files: [String]) async {
        let project = await supplier.project()
        self.project = project
        revision += 1
        (kept, entries) = ([:], [:])
        do throws(WidgetError) {
            try renderer?.reload(
                keepsSymbols: !files.contains { $0.hasSuffix(".svg") || $0.hasSuffix("/devices.yaml") || $0.hasSuffix("/palettes.yaml") })
        } catch {
            // The error is reported with each picture, whose drawing creates the renderer.
            renderer = nil
        }
        // A changed kind has another source.
        if files.contains(where: { $0.hasSuffix("/kind.yaml") }) {
            live?.stop()
            live = nil
        }
    }

    /// Draws a picture.
    ///
    /// - Throws: ``PreviewFailure`` with all problems.
    func drawing(_ request: PreviewRequest) async throws(PreviewFailure) -> PreviewDrawing {
        let source = try await context(request.entry)
        let now = request.query.moment ?? (source.scene == nil ? source.moment : .now)
        guard let entry = source.timeline.entry(at: now) else {
            throw PreviewFailure(problems: [PreviewProblem(message: "there is no entry for this moment")])
        }
        uses += 1
        if let known = kept[request]?.drawing, known.isCurrent(for: entry, at: now) {
            kept[request]?.use = uses
            return known
        }
        let cover = await source.scene?.cover(of: entry).map { Cover(key: $0.key, bytes: $0.bytes) }
        do {
            let drawing = try draw(request, entry, source, cover: cover, at: now)
            if kept.count >= Self.maximumKept {
                for (key, _) in kept.sorted(by: { $0.value.use < $1.value.use }).prefix(Self.maximumKept / 4) { kept[key] = nil }
            }
            kept[request] = (drawing, uses)
            return drawing
        } catch {
            throw failure(error, file: source.file?.path)
        }
    }

    private func draw(
        _ request: PreviewRequest, _ entry: Entry, _ source: EntryContext, cover: Cover?, at now: Date
    ) throws -> PreviewDrawing {
        let clock = ContinuousClock()
        let start = clock.now
        // An author is told of an invalid symbol even before a template uses it.
        if self.renderer == nil { try SymbolLibrary(project.resources).check() }
        let renderer = try self.renderer ?? WidgetRenderer(resources: project.resources)
        self.renderer = renderer
        let (device, _) = try request.query.device(renderer.catalog, try InkPalettes(project.resources))
        let environment = try request.query.environment(device, now: now, timeZones: source.timeZones ?? project.timeZones)
        let theme = request.query.look.theme ?? project.theme
        let template = try template(environment)
        let widget = try renderer.layOut(
            entry, template: .init(file: template, orKind: kind(of: entry)), theme: theme, in: environment, folder: source.folder,
            cover: cover)
        let picture = try renderer.draw(widget)
        let bytes = try picture.png()
        let warnings = widget.layout.overflow(in: widget.canvas).map { overflow in
            let place = widget.place(of: overflow.path)
            var problem = PreviewProblem(file: place.file, message: overflow.message)
            (problem.line, problem.column, problem.isWarning) = (place.position.line, place.position.column, true)
            return problem.withExcerpt
        }
        let texts = request.query.look.redaction == nil ? picture.layout.texts : []
        let milliseconds = (clock.now - start) / .milliseconds(1)
        return PreviewDrawing(
            bytes: bytes, tag: bytes.entityTag, size: picture.size, scale: environment.scale, device: device.id, theme: theme,
            label: ([project.title] + texts).joined(separator: ", "), tree: PreviewTree.json(widget), warnings: warnings,
            nextChange: [picture.nextChange, source.timeline.nextDate(after: now)].compactMap { $0 }.min(), entry: entry,
            shown: now, milliseconds: milliseconds, template: template, direction: environment.layoutDirection,
            typeSize: environment.typeSize)
    }

    /// The template folder for an entry, if the target is not a file.
    private func kind(of entry: Entry) -> String {
        if case .kind(let kind) = project.target { kind } else { entry.kind }
    }

    /// The template file; nil for the kind's own.
    private func template(_ environment: WidgetEnvironment) throws(WidgetError) -> String? {
        switch project.target {
        case .kind: return nil
        case .template(let path): return path
        case .folder(let folder):
            let names = environment.templateNames
            if let name = names.first(where: { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }) { return "\(folder)/\(name)" }
            throw .missingFile("\(folder)/\(names.last ?? "")", reason: "there is no such template")
        }
    }

    // MARK: Entries

    /// The entry with a name; nil for the initial entry.
    func context(_ name: String?) async throws(PreviewFailure) -> EntryContext {
        let name = name ?? project.entry
        if name == PreviewProject.live { return try await liveContext() }
        if let known = entries[name] { return try known.get() }
        let result: Result<EntryContext, PreviewFailure>
        do throws(PreviewFailure) {
            result = .success(try read(name))
        } catch {
            result = .failure(error)
        }
        entries[name] = result
        return try result.get()
    }

    private func read(_ name: String) throws(PreviewFailure) -> EntryContext {
        guard let schema = project.schema else {
            throw project.problem.map { failure($0, file: nil) } ?? PreviewFailure(problems: [])
        }
        if name == PreviewProject.sample {
            let entry = schema.placeholder(at: started)
            return EntryContext(timeline: Timeline(entries: [entry], policy: .never), moment: started, folder: nil)
        }
        guard let file = project.entries.first(where: { $0.name == name }) else {
            throw PreviewFailure(problems: [
                PreviewProblem(message: "there is no entry '\(name.oneLine(limit: 80))' any more; choose another")
            ])
        }
        guard let data = FileManager.default.contents(atPath: file.path), data.count <= 16 << 20 else {
            throw PreviewFailure(problems: [PreviewProblem(file: file.path, message: "this entry file cannot be read")])
        }
        do {
            let entry = try Entry(parsing: String(decoding: data, as: UTF8.self), schemas: project.schemas)
            let timeline =
                entry.nowPlaying == nil
                ? Timeline(entries: [entry], policy: .never)
                : NowPlayingTimeline(pace: .background).timeline(showing: entry, at: entry.date)
            return EntryContext(timeline: timeline, moment: entry.date, folder: file.folder, file: file)
        } catch {
            throw failure(error, file: file.path)
        }
    }

    private func liveContext() async throws(PreviewFailure) -> EntryContext {
        if let problem = project.problem { throw failure(problem, file: nil) }
        do {
            if live == nil {
                let showing = FollowedWidget(try await supplier.live(), isProven: true)
                if live == nil {
                    _ = showing.listen(onLiveChange)
                    live = showing
                }
            }
            guard let showing = live, let moment = await showing.moment(within: Self.patience) else {
                throw ServeError(.unavailable, "the source does not answer")
            }
            if moment.scene.timeline.entries.isEmpty, let error = moment.scene.error { throw error }
            return EntryContext(
                timeline: moment.scene.timeline, moment: .now, folder: showing.source.folder, scene: moment.scene,
                timeZones: showing.source.timeZones)
        } catch {
            throw failure(error, file: nil)
        }
    }

    private func failure(_ error: any Error, file: String?) -> PreviewFailure {
        PreviewFailure(problems: PreviewProblem.all(error, file: file) { supplier.failure($0).description })
    }

    // MARK: Snapshot cases

    /// The picture in the form from which a snapshot case is written.
    func preview(_ request: PreviewRequest, name: String?) async throws -> RenderedPreview {
        let drawing = try await drawing(request)
        let source = try await context(request.entry)
        var look = request.query.look
        (look.device, look.theme) = (drawing.device, drawing.theme)
        look.timeZones = source.timeZones ?? project.timeZones
        // The page shows panels in all colours.
        look.panel = nil
        return RenderedPreview(
            name: name, look: look, typeSize: drawing.typeSize, direction: drawing.direction, scale: drawing.scale, project: project,
            template: drawing.template, entry: drawing.entry, moment: drawing.shown,
            file: drawing.shown == source.moment ? source.file : nil, folder: source.folder,
            cover: await source.scene?.cover(of: drawing.entry)?.bytes)
    }

    /// The catalog of devices.
    func catalog() throws -> DeviceCatalog { try renderer?.catalog ?? WidgetRenderer.catalog(project.resources) }
}

/// The node tree of a widget with frames and source positions, in the page's JSON format.
struct PreviewTree {
    private let widget: PreparedWidget
    /// Points of the screen per point of the canvas.
    private let ratio: Double
    private var files: [String] = []

    /// The root nodes: the background and the content.
    fileprivate static func json(_ widget: PreparedWidget) -> JSONValue {
        var tree = PreviewTree(widget)
        let roots = [widget.background, widget.layout].compactMap { $0 }.map { tree.json($0) }
        return .object([JSONMember("files", .array(tree.files.map { .string($0) })), JSONMember("roots", .array(roots))])
    }

    private init(_ widget: PreparedWidget) {
        self.widget = widget
        ratio = widget.size.width / widget.canvas.width
    }

    private mutating func json(_ node: PlacedNode) -> JSONValue {
        let (file, position) = widget.place(of: node.path)
        let index = files.firstIndex(of: file) ?? files.count
        if index == files.count { files.append(file) }
        var members = [
            JSONMember("name", .string(node.name)),
            JSONMember("frame", .array([node.frame.minX, node.frame.minY, node.frame.size.width, node.frame.size.height].map(number))),
            JSONMember("file", .integer(Int64(index))), JSONMember("line", .integer(Int64(position.line))),
            JSONMember("column", .integer(Int64(position.column))), JSONMember("path", .string(node.path)),
        ]
        if let id = node.id { members.append(JSONMember("id", .string(id))) }
        let detail = node.detail.drop { $0 == " " }
        if !detail.isEmpty { members.append(JSONMember("detail", .string(String(detail.prefix(200))))) }
        if !node.children.isEmpty { members.append(JSONMember("children", .array(node.children.map { json($0) }))) }
        return .object(members)
    }

    private func number(_ length: Double) -> JSONValue {
        let rounded = (length * ratio * 100).rounded() / 100
        return rounded == rounded.rounded() ? .integer(Int64(saturating: rounded)) : .double(rounded)
    }
}
