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

/// Draws templates on one thread, and holds the project as last loaded.
actor PreviewRenderer: PreviewStudio {
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
    private var kept: [PreviewRequest: (drawing: TemplateDrawing, use: Int)] = [:]
    private var uses = 0
    private var entries: [String: Result<EntryContext, PreviewFailure>] = [:]
    private var live: FollowedWidget?
    private let announce: @Sendable (PreviewNews) -> Void
    private let reports: PictureReports

    private(set) var project: PreviewProject
    /// A number that increases whenever the project is loaded; it starts from the present time, so that a restarted server has another
    /// number.
    private(set) var revision = Int(saturating: Date.now.timeIntervalSince1970)

    init(_ supplier: any PreviewSupplier, reports: PictureReports, announce: @escaping @Sendable (PreviewNews) -> Void) async {
        self.supplier = supplier
        self.reports = reports
        self.announce = announce
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

    var folders: [PreviewFolder] { project.folders }

    /// Loads the project again after a save.
    func receive(_ change: PreviewChange) async {
        let files = change.files
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
        announce(.change(change, revision: revision))
    }

    func drawing(_ items: [(name: String, value: String)]) async throws -> PreviewDrawing {
        try await drawing(PreviewRequest(items)).drawing
    }

    func tree(_ items: [(name: String, value: String)]) async throws -> PreviewNodes {
        let drawn = try await drawing(PreviewRequest(items))
        return PreviewNodes(tag: drawn.drawing.tag, text: drawn.tree)
    }

    /// Draws a picture.
    ///
    /// - Throws: ``PreviewFailure`` with all problems.
    private func drawing(_ request: PreviewRequest) async throws(PreviewFailure) -> TemplateDrawing {
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
    ) throws -> TemplateDrawing {
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
        let findings = renderer.pictureFindings(of: widget)
        reports.report(findings)
        var warnings = widget.overflows.map { overflow in
            let place = widget.place(of: overflow.path)
            var problem = PreviewProblem(file: place.file, message: overflow.message)
            (problem.line, problem.column, problem.isWarning) = (place.position.line, place.position.column, true)
            return problem.withExcerpt
        }
        // The author sees them at each picture.
        warnings += findings.map { finding in
            var problem = PreviewProblem(message: finding.message)
            problem.isWarning = true
            return problem
        }
        let texts = request.query.look.redaction == nil ? picture.layout.texts : []
        let milliseconds = (clock.now - start) / .milliseconds(1)
        let tree = PreviewTree.json(widget) { path in
            let place = widget.place(of: path)
            return PreviewTree.Place(file: place.file, line: place.position.line, column: place.position.column)
        }
        let drawing = PreviewDrawing(
            bytes: bytes, tag: bytes.entityTag, size: picture.size, scale: environment.scale, device: device.id, theme: theme,
            label: ([project.title] + texts).joined(separator: ", "), warnings: warnings,
            nextChange: [picture.nextChange, source.timeline.nextDate(after: now)].compactMap { $0 }.min(), shown: now,
            milliseconds: milliseconds, template: template)
        return TemplateDrawing(
            drawing: drawing, tree: tree.text(), entry: entry, shown: now, direction: environment.layoutDirection,
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
                    _ = showing.listen { [announce] in announce(.live) }
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
        let drawn = try await drawing(request)
        let (drawing, source) = (drawn.drawing, try await context(request.entry))
        var look = request.query.look
        (look.device, look.theme) = (drawing.device, drawing.theme)
        look.timeZones = source.timeZones ?? project.timeZones
        // The page shows panels in all colours.
        look.panel = nil
        return RenderedPreview(
            name: name, look: look, typeSize: drawn.typeSize, direction: drawn.direction, scale: drawing.scale, project: project,
            template: drawing.template, entry: drawn.entry, moment: drawn.shown,
            file: drawn.shown == source.moment ? source.file : nil, folder: source.folder,
            cover: await source.scene?.cover(of: drawn.entry)?.bytes)
    }

    // MARK: Choices

    var facts: PreviewFacts {
        let catalog = try? renderer?.catalog ?? WidgetRenderer.catalog(project.resources)
        var facts = PreviewFacts(title: project.title, base: project.base)
        facts.choices = PreviewFacts.Choice.ofTemplates
        facts.items = project.families.map { PreviewFacts.Item(name: "", subject: "", family: $0.rawValue) }
        facts.shown = project.shown.map(\.rawValue)
        facts.add(catalog, device: project.device)
        (facts.themes, facts.theme, facts.languages) = (project.themes, project.theme, project.languages)
        (facts.entries, facts.entry, facts.suite) = (project.entries.map(\.name), project.entry, project.suite)
        facts.problems = project.problem.map { PreviewProblem.all($0) { supplier.failure($0).description } } ?? []
        return facts
    }
}

/// A picture of a template, with what its snapshot case needs.
private struct TemplateDrawing {
    let drawing: PreviewDrawing
    /// The nodes as JSON.
    let tree: String
    let entry: Entry
    let shown: Date
    /// The effective layout direction and text size.
    let direction: LayoutDirection, typeSize: TypeSize

    /// True if a drawing of `entry` at `now` would be the same.
    func isCurrent(for entry: Entry, at now: Date) -> Bool {
        let next = drawing.nextChange
        return entry == self.entry && (now == shown || now > shown && (next.map { now < $0 } ?? true))
    }
}
