import Engine
import Expressions
import FoundationEssentials
import Timeline
import Widgets

/// Which pictures a command line asks for, and where each goes.
struct RenderPlan {
    struct Item {
        let family: WidgetFamily
        let device: Device
        let appearance: Appearance
        /// nil for stdout.
        let path: String?
    }

    let pictures: [Item]
    private let command: RenderCommand
    private let theme: String
    private let typeSize: TypeSize?

    init(_ command: RenderCommand, _ configuration: Configuration, _ catalog: DeviceCatalog, _ context: CommandContext) throws {
        self.command = command
        theme = command.theme ?? configuration.theme ?? "default"
        typeSize = try command.typeSize.map { try Self.word($0, "--type-size") }
        guard let output = command.output else { throw CommandFailure(.wrongUsage, "say where the picture goes: -o FILE, -o DIR or -o -") }
        guard (command.family != nil) != command.all else {
            throw CommandFailure(.wrongUsage, "say which family to draw: --family NAME, or --all for every one")
        }
        if let scale = command.scale, !(scale > 0 && scale <= 32) {
            throw CommandFailure(.wrongUsage, "--scale takes a number above 0 and up to 32, not \(scale)")
        }
        let families: [(WidgetFamily, Device)]
        if let name = command.family {
            let family: WidgetFamily = try Self.word(name, "--family")
            let device = try command.device.map { try catalog.device($0) } ?? catalog.standardDevice(for: family)
            guard device.places[family] != nil else { throw WidgetError.noPlace(family: family, device: device.id) }
            families = [(family, device)]
        } else {
            let device = try catalog.device(command.device ?? DeviceCatalog.standard)
            families = WidgetFamily.allCases.filter { device.places[$0] != nil }.map { ($0, device) }
        }
        let choice = command.appearance ?? (command.all ? .both : .dark)
        let appearances: [Appearance] = choice == .both ? [.dark, .light] : Appearance(rawValue: choice.rawValue).map { [$0] } ?? []
        let isOne = families.count * appearances.count == 1
        guard isOne || output != "-" else {
            throw CommandFailure(.wrongUsage, "-o - takes one picture, and these are \(families.count * appearances.count)")
        }
        let isFolder = !isOne || output.hasSuffix("/") || Self.isFolder(context.path(output))
        pictures = families.flatMap { family, device in
            appearances.map { appearance in
                let file = isFolder ? "\(output)/\(family.rawValue)-\(appearance.rawValue).png" : output
                return Item(family: family, device: device, appearance: appearance, path: output == "-" ? nil : context.path(file))
            }
        }
    }

    /// Draws and writes all of them.
    ///
    /// Families that the kind has no template for are left out of `--all`.
    ///
    /// - Returns: What of them changes by itself.
    func render(
        _ entry: Entry, at now: Date, folder: String?, cover: Cover?, with renderer: WidgetRenderer, _ context: CommandContext
    ) throws -> Liveness {
        var liveness = Liveness.still
        for item in pictures where !command.all || command.template != nil || renderer.hasTemplate(kind: command.kind, family: item.family)
        {
            let picture = try renderer.picture(
                of: entry, kind: command.kind, templateFile: command.template.map(context.path), theme: theme,
                in: WidgetEnvironment(
                    family: item.family, device: item.device, appearance: item.appearance, mode: command.mode, typeSize: typeSize,
                    scale: command.scale, isSquare: command.square, now: now),
                folder: folder, cover: cover)
            let png = try picture.png()
            if let path = item.path { try AtomicFile.write(png, to: path) } else { context.write(png) }
            liveness.showsSeconds = liveness.showsSeconds || picture.liveness.showsSeconds
            liveness.showsAge = liveness.showsAge || picture.liveness.showsAge
            liveness.progressSteps = max(liveness.progressSteps, picture.liveness.progressSteps)
        }
        return liveness
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory
    }

    /// The case that `text` names.
    static func word<T: RawRepresentable & CaseIterable>(_ text: String, _ option: String) throws(CommandFailure) -> T
    where T.RawValue == String {
        if let word = T(rawValue: text) { return word }
        let names = T.allCases.map(\.rawValue)
        let hint = Suggestion.hint(for: text, among: names)
        throw CommandFailure(
            .wrongUsage, "\(option) does not know '\(text)'\(hint.isEmpty ? "; there are \(names.joined(separator: ", "))" : hint)")
    }
}
