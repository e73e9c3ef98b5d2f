import FoundationEssentials
import SubdialDrawing
import SubdialEngine
import SubdialPlayback
import SubdialTimeline
import SubdialWidgets

/// The parts of a live activity that a command line requests, with their looks and output files.
struct ActivityPlan: Sendable {
    /// A part and the name of its file.
    struct Part: Sendable {
        let presentation: ActivityPresentation
        let file: String
    }

    let parts: [Part]
    /// The folder, or the file for a single part; nil for stdout.
    let path: String?
    let isFolder: Bool
    /// The content of the file.
    let file: PictureFile
    private let device: Device
    private let appearance: Appearance
    private let theme: String
    /// The devices, read for the plan.
    let catalog: DeviceCatalog
    private let kind: String
    private let scale: Double?
    private let look: Look

    init(_ command: ActivityCommand, _ configuration: Configuration, _ resources: ResourceFolder, _ context: CommandContext) throws {
        guard (command.presentation != nil) != command.all else {
            throw CommandFailure(.wrongUsage, "say what to draw: --presentation NAME, or --all for every part that the device shows")
        }
        guard let output = command.output else { throw CommandFailure(.wrongUsage, "say where the picture goes: -o FILE, -o DIR or -o -") }
        if let scale = command.scale, !(scale > 0 && scale <= 32) {
            throw CommandFailure(.wrongUsage, "--scale takes a number above 0 and up to 32, not \(scale)")
        }
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
        self.device = device
        appearance = command.appearance
        theme = command.theme ?? configuration.theme ?? "default"
        kind = KindName(command.kind).name
        scale = command.scale
        look = Look(command.look, configuration.timeZones(isLive: command.entry == nil), context)
    }

    /// The environment of a part of a live activity at a moment.
    ///
    /// - Parameter state: The activity's life-cycle state.
    func environment(_ presentation: ActivityPresentation, _ state: ActivityState, at now: Date) throws -> WidgetEnvironment {
        var environment = WidgetEnvironment(family: .systemMedium, device: device, appearance: appearance, scale: scale, now: now)
        try look.apply(to: &environment)
        environment.presentation = presentation
        environment.isAnimated = file.format.animation != nil
        environment.activityState = state
        return environment
    }

    /// Lays out one part of a live activity.
    func layOut(
        _ entry: Entry, in environment: WidgetEnvironment, folder: String?, cover: Cover?, with renderer: WidgetRenderer
    ) throws -> PreparedWidget {
        try renderer.layOut(entry, template: .kind(kind), theme: theme, in: environment, folder: folder, cover: cover)
    }
}

extension ActivityPresentation {
    /// True if a device shows the part.
    fileprivate func isShown(on device: Device) -> Bool {
        ActivityScreen(device, for: self).flatMap { extent(on: $0) } != nil && (self != .carPlay || !device.isWatch)
    }

    /// True if the part is visible in the activity's state, with the island in the given presentation.
    func isSeen(_ state: ActivityState, island: DynamicIsland) -> Bool {
        switch self {
        case .lockScreen, .smartStack, .carPlay: state != .dismissed && state != .pending
        // The system removes the island as soon as an activity has ended.
        case .compactLeading, .compactTrailing, .minimal, .expanded, .island: state.isRunning
        }
    }
}
