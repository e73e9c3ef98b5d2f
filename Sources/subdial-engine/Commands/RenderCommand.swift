import ArgumentParser
import Engine
import FoundationEssentials
import Timeline
import Widgets

/// `subdial render`: draws widgets into picture files.
struct RenderCommand: SubdialAction {
    static let configuration = CommandConfiguration(
        commandName: "render", abstract: "Draw the playback, or an entry file, as widget pictures.",
        discussion: """
            The ending of the file says what it holds: .png; .apng, .gif or .webp, an animation of what is seen from now on; .svg or .pdf, \
            outlines; .bmp, a panel's picture in 1 bit. One picture goes to the file that -o names, or with -o - to stdout; several go to a folder, as FAMILY-APPEARANCE.png, \
            with -MODE, -THEME and -SIZE where several are asked for, in a folder for each device where several devices are.
            """)

    enum AppearanceChoice: String, ExpressibleByArgument, CaseIterable {
        case light, dark, both
    }

    enum CompressionChoice: String, ExpressibleByArgument, CaseIterable {
        case fast, best
    }

    @OptionGroup var global: GlobalOptions

    @Argument(help: ArgumentHelp("The widget's kind, or KIND:INSTANCE.", valueName: "KIND"))
    var kind = WidgetRenderer.standardKind

    @Option(help: ArgumentHelp("The family, such as systemMedium.", valueName: "NAME"))
    var family: String?

    @Flag(help: "Every family that the device has.")
    var all = false

    @Option(help: ArgumentHelp("The device, such as iphone-15; several with commas, or all.", valueName: "NAME"))
    var device: String?

    @Option(help: ArgumentHelp("light, dark or both (default: dark, with --all both).", valueName: "NAME"))
    var appearance: AppearanceChoice?

    @Option(help: ArgumentHelp("fullColor, accented or vibrant; several with commas, or all.", valueName: "NAME"))
    var mode = RenderingMode.fullColor.rawValue

    @Option(help: ArgumentHelp("The theme; several with commas, or all.", valueName: "NAME"))
    var theme: String?

    @Option(help: ArgumentHelp("The text size, from large to AX5; several with commas, or all.", valueName: "NAME"))
    var typeSize: String?

    @Option(help: ArgumentHelp("Pixels to a point (default: the device's own).", valueName: "N"))
    var scale: Double?

    @Flag(help: "Leave the corners of home-screen families square.")
    var square = false

    @Option(help: ArgumentHelp("How a PNG is written: fast, or best for the smallest file; fast when left out.", valueName: "NAME"))
    var compress: CompressionChoice?

    @OptionGroup(title: "Look") var look: LookOptions

    @OptionGroup(title: "Animation") var animation: AnimationOptions

    @OptionGroup(title: "Panel") var panel: PanelFlags

    @Option(help: ArgumentHelp("The moment that is shown, as ISO 8601.", valueName: "DATE"))
    var at: String?

    @Option(help: ArgumentHelp("An entry file in place of the bridge.", valueName: "FILE"), completion: .file(extensions: ["json"]))
    var entry: String?

    @OptionGroup var sets: SetOption

    @Option(help: ArgumentHelp("A template file in place of the kind's.", valueName: "FILE"), completion: .file(extensions: ["yaml"]))
    var template: String?

    @Flag(help: "Draw again whenever the picture changes, until interrupted.")
    var watch = false

    @Option(help: ArgumentHelp("Where the rectangles that taps count in go, as JSON.", valueName: "FILE"))
    var regions: String?

    @Option(help: ArgumentHelp("The number of processes that draw (default: the number of cores).", valueName: "N"))
    var jobs: Int?

    @Flag(help: "List the devices and their families.")
    var listDevices = false

    @Option(name: .shortAndLong, help: ArgumentHelp("Where the picture goes, or a folder for several.", valueName: "FILE|DIR"))
    var output: String?

    func run(in context: CommandContext) async throws -> ExitStatus {
        let configuration = try global.configuration(in: context)
        let resources = try Resources.folder(configuration)
        if listDevices {
            await context.write(try WidgetRenderer.catalog(resources).listing)
            return .done
        }
        if let jobs, jobs < 1 { throw CommandFailure(.wrongUsage, "--jobs takes a number of 1 or more, not \(jobs)") }
        let run = RenderRun(plan: try RenderPlan(self, configuration, resources, context), resources: resources, context: context)
        if let entry {
            let file = try EntryFile(entry, resources.kinds.schemas, in: context)
            let now = try at.map { try Moment($0).date } ?? file.entry.date
            // A given entry needs none of the kind's parameters, unless `--set` overrides one.
            let shown =
                sets.set.isEmpty ? file.entry : try KindChoice(kind, set: sets.set, configuration, resources, in: context).with(file.entry)
            _ = try await run.draw(PictureSubject(shown, at: now, folder: file.folder, cover: nil), processes: jobs)
            return .done
        }
        let choice = try KindChoice(kind, set: sets.set, configuration, resources, in: context)
        let provider = try await EntryProvider(try global.entries(of: choice, configuration, in: context))
        if watch { return try await self.watch(provider, choice, run) }
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
        _ = try await run.draw(subject, processes: jobs)
        return .done
    }

    /// Draws after every change of the source, and whenever the picture changes by itself.
    private func watch(_ provider: EntryProvider, _ choice: KindChoice, _ run: RenderRun) async throws -> ExitStatus {
        let (wakeUps, continuation) = AsyncStream<EntryProvider.Scene?>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let following = Task { for await scene in provider.scenes() { continuation.yield(scene) } }
        defer { following.cancel() }
        var shown: EntryProvider.Scene?
        var timer: Task<Void, any Error>?
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
        let width = devices.map(\.id.count).max() ?? 0
        return devices.map { device in
            // A panel's size is in pixels, any other size in points.
            let scale = device.panel == nil ? 1 : device.scale
            let families = WidgetFamily.allCases.compactMap { family in
                device.places[family].map {
                    "\(family.rawValue) \(($0.size.width * scale).short)×\(($0.size.height * scale).short)"
                        + ([.apple, .maker].contains($0.provenance) ? "" : "~")
                }
            }
            let id = device.id + String(repeating: " ", count: width - device.id.count)
            return "\(id)  \(device.name) @\(device.scale.short)x: \(families.joined(separator: ", "))\n"
        }.joined() + "~ not published by the maker: measured or estimated\n"
    }
}

extension Double {
    fileprivate var short: String {
        let hundredths = (self * 100).rounded() / 100
        return hundredths == hundredths.rounded() ? "\(Int(saturating: hundredths))" : "\(hundredths)"
    }
}
