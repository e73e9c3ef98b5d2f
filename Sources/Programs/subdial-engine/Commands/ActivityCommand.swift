import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialEngine
import SubdialExpressions
import SubdialPlayback
import SubdialSystem
import SubdialTimeline
import SubdialWidgets
import UnixSignals

extension Appearance: ExpressibleByArgument {}

/// `subdial activity`: draws the live activity of the current playback into picture files.
struct ActivityCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: "Draw the live activity of the playback or a kind: the banner, the Dynamic Island, and their parts.",
        discussion: """
            The parts are lockScreen, compactLeading, compactTrailing, minimal, expanded, island (the compact parts as one picture), \
            smartStack and carPlay. With --watch, the files exist from the start of an activity until its dismissal.
            """)

    static let manual = CommandManual(
        "looks",
        [
            "subdial activity --presentation lockScreen -o banner.png": "Draw the banner",
            "subdial activity --all --entry playing.json -o activity/": "Draw every part for an entry file",
            "subdial activity match --watch --all -o ~/.cache/match": "Follow the live activity of a kind",
            "subdial activity --all --regions taps.json -o activity/": "Write the tap regions too",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The kind, KIND:INSTANCE, or its folder.", valueName: "KIND"), completion: CompletedValues.kinds)
    var kind = WidgetRenderer.standardKind

    @Option(help: ArgumentHelp("The part, such as lockScreen.", valueName: "NAME"), completion: CompletedValues.presentations)
    var presentation: String?

    @Flag(help: "Draw every part that the device shows.")
    var all = false

    @Option(help: ArgumentHelp("The device, such as iphone-15.", valueName: "NAME"), completion: CompletedValues.device)
    var device: String?

    @Option(help: ArgumentHelp("The appearance: light or dark.", valueName: "NAME"))
    var appearance = Appearance.dark

    @Option(help: ArgumentHelp("The theme.", valueName: "NAME"), completion: CompletedValues.theme)
    var theme: String?

    @Option(help: ArgumentHelp("The pixels per point, up to 32 (default: the device's).", valueName: "N"))
    var scale: Double?

    @OptionGroup(title: "Look") var look: LookOptions

    @OptionGroup(title: "Animation") var animation: AnimationOptions

    @Option(help: ArgumentHelp("The date that is shown, as ISO 8601.", valueName: "DATE"))
    var at: String?

    @Option(
        help: ArgumentHelp("An entry that replaces the source: a file, or the name of an example such as playing.", valueName: "FILE|NAME"),
        completion: .file(extensions: ["json"]))
    var entry: String?

    @OptionGroup(title: "Following") var following: ActivityFollowing

    @Option(help: ArgumentHelp("The JSON file for the tap regions.", valueName: "FILE"), completion: .file(extensions: ["json"]))
    var regions: String?

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The picture file, - for stdout, or a folder for several pictures.", valueName: "FILE|DIR"))
    var output: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context).locating(kind, in: context)
        let resources = try Resources.folder(configuration)
        let plan = try ActivityPlan(self, configuration, resources, context)
        if following.watch { return try await follow(plan, resources, configuration, context) }
        let renderer = try WidgetRenderer(resources: resources, catalog: plan.catalog)
        if let entry {
            let file = try EntryFile(entry, resources, kind: KindName(kind).name, in: context)
            let now = try at.map { try Moment($0).date } ?? file.entry.date
            try draw(file.entry, at: now, folder: file.folder, cover: nil, plan, renderer, resources, context)
            return .done
        }
        let choice = try KindChoice(kind, configuration, resources, in: context)
        let scene = try await EntryProvider(try global.entries(of: choice, configuration, in: context)).scene()
        let now = try at.map { try Moment($0).date } ?? .now
        guard let entry = scene.timeline.entry(at: now) else { return .done }
        if let error = scene.error, entry.freshness == .offline || entry.freshness == .missing { throw error }
        try draw(entry, at: now, folder: nil, cover: await scene.widgetCover(of: entry), plan, renderer, resources, context)
        return .done
    }

    private func draw(
        _ entry: Entry, at now: Date, folder: String?, cover: Cover?, _ plan: ActivityPlan, _ renderer: WidgetRenderer,
        _ resources: ResourceFolder, _ context: CommandContext
    ) throws {
        let activity = try resources.kinds.kind(entry.kind)?.activity
        let state = ActivityState(of: entry, isActive: try activity?.moment(of: entry, at: now, timeZones: TimeZones()).isActive)
        let elapsed = ElapsedTime()
        var reports: [(name: String, report: PictureReport)] = []
        for part in plan.parts {
            var environment = try plan.environment(part.presentation, state, at: now)
            let content = try plan.file.content(from: now, on: WidgetCanvas(renderer)) { now in
                environment.now = now
                return try plan.layOut(entry, in: environment, folder: folder, cover: cover, with: renderer)
            }
            if case .cut? = content.first.diagnostic {
                context.complain("\(part.presentation.rawValue): \(content.first.diagnostic?.description ?? "")")
            }
            for problem in content.problems { context.complain("\(part.presentation.rawValue): \(problem)") }
            context.pictureReports.report(content.pictures)
            reports.append((part.file, PictureReport(content.first, scale: environment.scale, problems: content.problems)))
            guard let path = plan.path else {
                context.write(content.bytes)
                continue
            }
            try AtomicFile.write(content.bytes, to: plan.isFolder ? "\(path)/\(part.file)" : path)
        }
        if let path = plan.regionsPath { try RegionsFile.write(reports, to: path) }
        if let output, plan.parts.count > 1 { context.conclude("\(plan.parts.count) pictures in \(output), \(elapsed.text)") }
    }

    private func follow(
        _ plan: ActivityPlan, _ resources: ResourceFolder, _ configuration: Configuration, _ context: CommandContext
    ) async throws -> ExitStatus {
        guard let path = plan.path else { return .wrongUsage }
        // Signals are trapped first, so that a signal at any later time removes the drawn files.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
        for (name, value) in [("--end-after", following.endAfter), ("--dismiss-after", following.dismissAfter)] {
            if let value, !(value >= 0 && value <= 86_400) {
                throw CommandFailure(.wrongUsage, "\(name) takes seconds from 0 to 86400, not \(value)")
            }
        }
        let standard = ActivityTiming()
        let timing = ActivityTiming(
            idleTimeout: following.endAfter ?? standard.idleTimeout,
            stopGrace: min(following.endAfter ?? standard.stopGrace, standard.stopGrace),
            dismissalDelay: following.dismissAfter ?? standard.dismissalDelay)
        let choice = try KindChoice(kind, configuration, resources, in: context)
        let interpret = try choice.activityUpdates()
        let provider = try await EntryProvider(try global.entries(of: choice, configuration, in: context))
        let folder = try ActivityFolder(
            path, in: UserFolders(environment: context.environment), timing: timing, now: .now)
        let painter = ActivityPainter(plan: plan, resources: resources, reports: context.pictureReports)
        let watcher = ActivityWatcher(
            provider, folder: folder, interpret: interpret, draw: { try await painter.draw($0) },
            update: following.onUpdate.map { UpdateCommand($0, workingFolder: context.workingFolder, logger: context.logger) },
            logger: context.logger
        ) { event in context.writeLine(event.description) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watcher.run() }
            group.addTask { for await _ in signals { return } }
            _ = try await group.next()
            // After a signal the pictures are removed; the activity's state stays for the next run.
            group.cancelAll()
            try await group.waitForAll()
        }
        return .done
    }
}

/// The options for following a live activity.
struct ActivityFollowing: ParsableArguments {
    @Flag(help: "Follow the activity, and keep its pictures in the folder of -o, until interrupted.")
    var watch = false

    @Option(help: ArgumentHelp("With --watch: a command for 'sh -c' after each change of a file.", valueName: "COMMAND"))
    var onUpdate: String?

    @Option(help: ArgumentHelp("With --watch: the time from a pause to the end of the activity (default: 480).", valueName: "SECONDS"))
    var endAfter: Double?

    @Option(
        help: ArgumentHelp("With --watch: the time from the end to the dismissal (default: 900, at most 14400).", valueName: "SECONDS"))
    var dismissAfter: Double?
}

/// Draws the parts of an activity; an actor, because its renderer must not be used concurrently.
private actor ActivityPainter {
    private let plan: ActivityPlan
    private let resources: ResourceFolder
    private var renderer: WidgetRenderer?
    /// The content of the file for tap regions.
    private var writtenRegions = ""
    /// The canvas of each picture, by file.
    private var canvases: [String: WidgetCanvas] = [:]
    private let reports: PictureReports

    init(plan: ActivityPlan, resources: ResourceFolder, reports: PictureReports) {
        self.plan = plan
        self.reports = reports
        self.resources = resources
    }

    func draw(_ scene: ActivityWatcher.Scene) throws -> ActivityWatcher.Frame {
        let renderer = try renderer ?? WidgetRenderer(resources: resources, catalog: plan.catalog)
        self.renderer = renderer
        var entry = try shownEntry(scene)
        // The cover's bytes are available already.
        if var moment = entry.nowPlaying {
            moment.cover = nil
            entry = moment.entry
        }
        let cover = scene.cover.map { Cover(key: $0.key, bytes: $0.bytes) }
        var frame = ActivityWatcher.Frame()
        var reports: [(name: String, report: PictureReport)] = []
        for part in plan.parts where part.presentation.isSeen(scene.activity.state, island: scene.island) {
            // The island is expanded during an alert.
            var presentation = part.presentation
            if presentation == .island, case .expanded = scene.island { presentation = .expanded }
            let environment = try plan.environment(presentation, scene.activity.state, at: scene.now)
            let widget = try plan.layOut(entry, in: environment, folder: nil, cover: cover, with: renderer)
            let canvas = canvases[part.file] ?? WidgetCanvas(renderer)
            canvases[part.file] = canvas
            frame.pictures[part.file] = try canvas.png(of: canvas.draw(widget))
            self.reports.report(renderer.pictureFindings(of: widget))
            reports.append((part.file, PictureReport(widget, scale: environment.scale)))
            if let change = widget.nextChange {
                frame.nextChange = frame.nextChange.map { min($0, change) } ?? change
            }
        }
        let regions = RegionsFile.text(reports)
        if let path = plan.regionsPath, regions != writtenRegions {
            try RegionsFile.write(reports, to: path)
            writtenRegions = regions
        }
        return frame
    }

    /// The entry that the activity shows: only the values of its own updates.
    private func shownEntry(_ scene: ActivityWatcher.Scene) throws -> Entry {
        guard let json = scene.activity.visibleState(at: scene.now).entry else {
            return NowPlaying(scene.activity, at: scene.now, volume: scene.entry.nowPlaying?.volume).entry
        }
        var entry = try Entry(json, schemas: resources.kinds.schemas)
        if scene.activity.state == .stale { entry.freshness = .stale }
        return entry
    }
}

/// The parts of a live activity that a command line requests, with their looks and output files.
struct ActivityPlan: Sendable {
    /// A part and the name of its file.
    struct Part: Sendable {
        let presentation: ActivityPresentation
        let file: String
    }

    fileprivate let parts: [Part]
    /// The folder, or the file for a single part; nil for stdout.
    let path: String?
    fileprivate let isFolder: Bool
    /// The path of the file for tap regions; nil if none is requested.
    fileprivate let regionsPath: String?
    /// The content of the file.
    fileprivate let file: PictureFile
    private let device: Device
    private let look: WidgetLook
    /// The devices, read for the plan.
    fileprivate let catalog: DeviceCatalog
    private let kind: String

    init(_ command: ActivityCommand, _ configuration: Configuration, _ resources: ResourceFolder, _ context: CommandContext) throws {
        guard (command.presentation != nil) != command.all else {
            throw CommandFailure(.wrongUsage, "say what to draw: --presentation NAME, or --all for every part that the device shows")
        }
        guard let output = command.output else { throw CommandFailure(.wrongUsage, "say where the picture goes: -o FILE, -o DIR or -o -") }
        var look = WidgetLook(family: .systemMedium)
        try look.set(.scale, command.scale.map { .number($0) })
        catalog = try WidgetRenderer.catalog(resources)
        let device = try catalog.device(command.device ?? DeviceCatalog.standard)
        let shown = ActivityPresentation.allCases.filter { $0.isShown(on: device) }
        if let name = command.presentation {
            let presentation: ActivityPresentation = try Word.parse(name, "--presentation")
            guard shown.contains(presentation) else { throw WidgetError.noPresentation(name, device: device.id) }
            isFolder = command.following.watch || output.hasSuffix("/") || PictureOutput.isFolder(context.path(output))
            parts = [Part(presentation: presentation, file: "\(name).png")]
        } else {
            guard output != "-" else { throw CommandFailure(.wrongUsage, "-o - takes one picture; with --all it is a folder") }
            isFolder = true
            parts = shown.map { Part(presentation: $0, file: "\($0.rawValue).png") }
        }
        if command.following.watch, output == "-" { throw CommandFailure(.wrongUsage, "--watch keeps files in a folder: -o DIR") }
        try PictureOutput.check(output, in: context)
        file = try command.animation.file(
            isFolder || output == "-" ? nil : output, output: output, isWatching: command.following.watch)
        path = output == "-" ? nil : context.path(output)
        regionsPath = command.regions.map(context.path)
        self.device = device
        kind = KindName(command.kind).name
        look.appearance = command.appearance
        look.theme = command.theme ?? configuration.theme
        look.timeZones = configuration.timeZones(isLive: command.entry == nil)
        look.isAnimated = file.format.animation != nil
        try command.look.apply(to: &look, in: context)
        self.look = look
    }

    /// The environment of a part of a live activity at a moment.
    ///
    /// - Parameter state: The activity's life-cycle state.
    fileprivate func environment(_ presentation: ActivityPresentation, _ state: ActivityState, at now: Date) throws -> WidgetEnvironment {
        var look = look
        look.presentation = presentation
        var environment = try WidgetEnvironment(look, on: device, at: now)
        environment.activityState = state
        return environment
    }

    /// Lays out one part of a live activity.
    fileprivate func layOut(
        _ entry: Entry, in environment: WidgetEnvironment, folder: String?, cover: Cover?, with renderer: WidgetRenderer
    ) throws -> PreparedWidget {
        try renderer.layOut(entry, template: .kind(kind), theme: look.themeName, in: environment, folder: folder, cover: cover)
    }
}

extension ActivityPresentation {
    /// True if a device shows the part.
    fileprivate func isShown(on device: Device) -> Bool {
        ActivityScreen(device, for: self).flatMap { extent(on: $0) } != nil && (self != .carPlay || !device.isWatch)
    }

    /// True if the part is visible in the activity's state, with the island in the given presentation.
    fileprivate func isSeen(_ state: ActivityState, island: DynamicIsland) -> Bool {
        switch self {
        case .lockScreen, .smartStack, .carPlay: state != .dismissed && state != .pending
        // The system removes the island as soon as an activity has ended.
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: state.isRunning
        }
    }
}
