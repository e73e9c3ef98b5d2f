import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialEngine
import SubdialTimeline
import SubdialWidgets

/// `subdial render`: draws widgets into picture files.
struct RenderCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw the playback, a kind or an entry file as pictures of widgets.",
        discussion: """
            The extension of the file defines the format: .png; .apng, .gif or .webp for an animation that starts now; .svg or .pdf for \
            outlines; .bmp for a panel in 1 bit. -o names the file of one picture, or the folder of several. In a folder, the files have the names \
            FAMILY-APPEARANCE.png, with -MODE, -THEME and -SIZE if there are several of them, and with a subfolder for each of several \
            devices.
            """)

    static let manual = CommandManual(
        "looks",
        [
            "subdial render --family systemMedium -o medium.png": "Draw the playback",
            "subdial render --all --entry playing.json -o widgets/": "Draw an entry file in every family",
            "subdial render weather --family systemSmall --appearance light -o weather.svg": "Draw a kind as outlines",
            "subdial render --family panel --device trmnl-og --watch -o panel.png": "Draw for an e-ink panel at every change",
        ])

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The kind, KIND:INSTANCE, or its folder.", valueName: "KIND"), completion: CompletedValues.kinds)
    var kind = WidgetRenderer.standardKind

    @Option(help: ArgumentHelp("The family, such as systemMedium.", valueName: "NAME"), completion: CompletedValues.of(.family))
    var family: String?

    @Flag(help: "Draw every family of the kind; with --device, those of the device.")
    var all = false

    @Option(
        help: ArgumentHelp("The device, such as iphone-15; several comma-separated, or all.", valueName: "NAME"),
        completion: CompletedValues.devices)
    var device: String?

    @OptionGroup(title: "Look") var looks: RenderLooks

    @OptionGroup(title: "Look") var look: LookOptions

    @OptionGroup(title: "Animation") var animation: AnimationOptions

    @OptionGroup(title: "Panel") var panel: PanelFlags

    @OptionGroup(title: "Output") var files: RenderFiles

    @Option(help: ArgumentHelp("The date that is shown, as ISO 8601.", valueName: "DATE"))
    var at: String?

    @Option(
        help: ArgumentHelp("An entry that replaces the source: a file, or the name of an example such as playing.", valueName: "FILE|NAME"),
        completion: .file(extensions: ["json"]))
    var entry: String?

    @OptionGroup var sets: SetOption

    @Option(
        help: ArgumentHelp("A template file that replaces the one of the kind.", valueName: "FILE"), completion: .file(extensions: ["yaml"])
    )
    var template: String?

    @Flag(help: "List the devices and their families.")
    var listDevices = false

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context).locating(kind, in: context)
        let resources = try Resources.folder(configuration)
        if listDevices {
            await context.write(try WidgetRenderer.catalog(resources).listing)
            return .done
        }
        if let jobs = files.jobs, jobs < 1 { throw CommandFailure(.wrongUsage, "--jobs takes a number of 1 or more, not \(jobs)") }
        let run = RenderRun(plan: try plan(configuration, resources, context), resources: resources, context: context)
        // Its fonts and pictures would take a thirtieth of the time of a picture to free.
        context.retain(run)
        if let entry {
            let file = try EntryFile(entry, resources, kind: KindName(kind).name, in: context)
            let now = try at.map { try Moment($0).date } ?? file.entry.date
            // A given entry needs none of the kind's parameters, unless `--set` overrides one.
            let shown =
                sets.set.isEmpty
                ? file.entry
                : try KindChoice(kind, set: sets.set, configuration, resources, in: context, hasDocument: true).with(file.entry)
            _ = try await run.draw(PictureSubject(shown, at: now, folder: file.folder, cover: nil), processes: files.jobs)
            return .done
        }
        let choice = try KindChoice(kind, set: sets.set, configuration, resources, in: context)
        let provider = try await EntryProvider(try global.entries(of: choice, configuration, in: context))
        if files.watch { return try await self.watch(provider, choice, run) }
        let scene = await provider.scene()
        let now = try at.map { try Moment($0).date } ?? .now
        guard let entry = try scene.timeline.entry(at: now).map(choice.with) else { return .done }
        if let error = scene.error, entry.freshness == .offline || entry.freshness == .missing { throw error }
        var later: [(Entry, Cover?)] = []
        for entry in scene.timeline.entries where entry.date > now && entry.date < now.addingTimeInterval(run.plan.length) {
            later.append((try choice.with(entry), await scene.widgetCover(of: entry)))
        }
        let subject = PictureSubject(
            entry, at: now, folder: choice.instance?.folder, cover: await scene.widgetCover(of: entry), later: later)
        _ = try await run.draw(subject, processes: files.jobs)
        return .done
    }

    private func plan(_ configuration: Configuration, _ resources: ResourceFolder, _ context: CommandContext) throws -> RenderPlan {
        // Without a file the other options do not matter.
        _ = try files.named
        let (choice, inks) = try panel.choice(resources, context)
        let catalog = try WidgetRenderer.catalog(resources)
        let kind = KindName(kind).name
        let places = try RequestedPlaces(
            family: family, isAll: all, device: device, kind: template == nil ? kind : nil, panel: choice, catalog, resources)
        let requested = try RequestedLooks(
            places, looks, look, panel: choice, theme: configuration.theme,
            timeZones: configuration.timeZones(isLive: entry == nil), resources, context)
        return try RenderPlan(
            requested, RenderPlan.Templates(kind: kind, file: template.map(context.path), userFolder: resources.userPath), files, animation,
            panel: inks, catalog, context)
    }

    /// Draws after every change of the source, and whenever the picture changes by itself.
    private func watch(_ provider: EntryProvider, _ choice: KindChoice, _ run: RenderRun) async throws -> ExitStatus {
        let (wakeUps, continuation) = AsyncStream<EntryProvider.Scene?>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task { for await scene in provider.scenes() { continuation.yield(scene) } }
        var shown: EntryProvider.Scene?
        var timer: Task<Void, any Error>?
        defer {
            following.cancel()
            timer?.cancel()
        }
        for await scene in wakeUps {
            shown = scene ?? shown
            let now = Date.now
            guard let current = shown, let entry = try current.timeline.entry(at: now).map(choice.with) else { continue }
            let subject = PictureSubject(entry, at: now, folder: choice.instance?.folder, cover: await current.widgetCover(of: entry))
            // One process, because it has its fonts and covers loaded already.
            let change = try await run.draw(subject, processes: 1, isRepeated: true)
            timer?.cancel()
            let next = [change, current.timeline.nextDate(after: now)].compactMap { $0 }.min()
            timer = next.map { wake in
                Task {
                    try await Task.sleep(for: .seconds(max(0.05, wake.timeIntervalSince(.now))))
                    continuation.yield(nil)
                }
            }
        }
        return .done
    }
}

extension DeviceCatalog {
    /// One line per device: id, name, families.
    fileprivate var listing: String {
        let width = devices.map(\.id.displayWidth).max() ?? 0
        return devices.map { device in
            // A panel's size is in pixels, any other size in points.
            let scale = device.panel == nil ? 1 : device.scale
            let families = WidgetFamily.allCases.compactMap { family in
                device.places[family].map {
                    "\(family.rawValue) \(($0.size.width * scale).short)×\(($0.size.height * scale).short)"
                        + ([.apple, .maker].contains($0.provenance) ? "" : "~")
                }
            }
            return "\(device.id.padded(columns: width))  \(device.name) @\(device.scale.short)x: \(families.joined(separator: ", "))\n"
        }.joined() + "~ not published by the maker: measured or estimated\n"
    }
}

extension Double {
    fileprivate var short: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(saturating: hundredths))" : "\(hundredths)"
    }
}

/// The options of `subdial render` for looks of which several pictures may be drawn.
struct RenderLooks: ParsableArguments {
    enum Appearance: String, ExpressibleByArgument, CaseIterable {
        case light, dark, both
    }

    @Option(help: ArgumentHelp("The appearance (default: dark; with --all both).", valueName: "NAME"))
    var appearance: Appearance?

    @Option(
        help: ArgumentHelp("The rendering mode: fullColor, accented or vibrant; several comma-separated, or all.", valueName: "NAME"),
        completion: CompletedValues.list(of: .mode))
    var mode = RenderingMode.fullColor.rawValue

    @Option(help: ArgumentHelp("The theme; several comma-separated, or all.", valueName: "NAME"), completion: CompletedValues.themes)
    var theme: String?

    @Option(
        help: ArgumentHelp("The type size, from xSmall to AX5; several comma-separated, or all.", valueName: "NAME"),
        completion: CompletedValues.list(of: .typeSize))
    var typeSize: String?

    @Option(help: ArgumentHelp("The pixels per point, up to 32 (default: the device's).", valueName: "N"))
    var scale: Double?

    @Flag(help: "Draw home-screen families without rounded corners.")
    var square = false
}

/// The options of `subdial render` for its files and processes.
struct RenderFiles: ParsableArguments {
    enum Compression: String, ExpressibleByArgument, CaseIterable {
        case fast, best
    }

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("The picture file, - for stdout, or a folder for several pictures.", valueName: "FILE|DIR"), completion: .file())
    var output: String?

    @Flag(help: "Draw again whenever the picture changes, until interrupted.")
    var watch = false

    @Option(help: ArgumentHelp("The compression of a PNG: fast (the default), or best for the smallest file.", valueName: "NAME"))
    var compress: Compression?

    @Option(help: ArgumentHelp("The JSON file for the tap regions.", valueName: "FILE"), completion: .file(extensions: ["json"]))
    var regions: String?

    @Option(help: ArgumentHelp("The number of processes that draw (default: the number of cores).", valueName: "N"))
    var jobs: Int?

    /// The value of `-o`.
    ///
    /// - Throws: ``CommandFailure`` if it is missing.
    var named: String {
        get throws(CommandFailure) {
            if let output { return output }
            throw CommandFailure(.wrongUsage, "say where the picture goes: -o FILE, -o DIR or -o -")
        }
    }
}

/// The options of pictures for e-ink panels.
struct PanelFlags: ParsableArguments {
    @Option(help: ArgumentHelp("The size of a panel in pixels, such as 800x480, for a panel that is no device.", valueName: "WxH"))
    var size: String?

    @Option(
        help: ArgumentHelp("The bits per pixel: 1, 2, 4 or 8; in gray without --palette.", valueName: "N"),
        completion: CompletedValues.depths)
    var depth: String?

    @Option(
        help: ArgumentHelp("The colours of the panel: a palette of palettes.yaml, or a file.", valueName: "NAME|FILE"),
        completion: CompletedValues.palettes)
    var palette: String?

    @Option(
        help: ArgumentHelp(
            "The dithering of covers and gradients: none, floyd-steinberg, atkinson, burkes, stucki, jarvis, sierra, sierra-lite, blue-noise or bayer.",
            valueName: "NAME"), completion: CompletedValues.dithers)
    var dither: String?

    @Option(
        help: ArgumentHelp("The clockwise rotation of the picture: 0, 90, 180 or 270.", valueName: "DEGREES"),
        completion: CompletedValues.rotations)
    var rotate: String?

    @Option(help: ArgumentHelp("The maximum size of a picture in bytes; a larger one is compressed more, or is an error.", valueName: "N"))
    var maxBytes: String?

    /// The chosen options, and the same with the palette; nil if no option is given.
    ///
    /// - Throws: ``CommandFailure`` with the option's name, or the error of the palette file.
    func choice(_ resources: ResourceFolder, _ context: CommandContext) throws -> (PanelChoice?, PanelOptions) {
        let given: [PanelChoice.Key: String?] = [
            .size: size, .depth: depth, .palette: palette, .dither: dither, .rotate: rotate, .maximumBytes: maxBytes,
        ]
        let texts = given.compactMapValues { $0 }
        let palettes = try InkPalettes(resources)
        guard !texts.isEmpty else { return (nil, PanelOptions()) }
        let own = try palette.flatMap { InkPalettes.isFile($0) ? try InkPalettes.palette(at: context.path($0), as: $0) : nil }
        do throws(InkError) {
            let choice = try PanelChoice(texts)
            return (choice, try choice.options(palettes, own: own))
        } catch {
            throw CommandFailure(.wrongUsage, "--\(error.description)")
        }
    }
}
