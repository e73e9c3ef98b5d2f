import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialEngine
import SubdialWidgets

/// The pictures that a command line requests, with their output paths.
struct RenderPlan {
    let jobs: [PictureJob]
    /// The value of `-o`.
    let output: String
    let setting: PictureSetting
    /// The devices, read for the plan.
    let catalog: DeviceCatalog
    /// The duration of an animation in seconds; 0 for still pictures.
    let length: Double
    /// The path of the file for tap regions; nil if none is requested.
    let regionsPath: String?

    /// The requested values of each look option.
    private struct Looks {
        var appearances: [String]
        var modes: [String]
        let themes: [String]
        var typeSizes: [String?]

        var count: Int { appearances.count * modes.count * themes.count * typeSizes.count }

        /// The values for a family: a panel is always light and in full colour.
        func of(_ family: WidgetFamily) -> Looks {
            guard family == .panel else { return self }
            var looks = self
            (looks.appearances, looks.modes, looks.typeSizes) = (["light"], [RenderingMode.fullColor.rawValue], [nil])
            return looks
        }
    }

    init(_ command: RenderCommand, _ configuration: Configuration, _ resources: ResourceFolder, _ context: CommandContext) throws {
        guard let output = command.files.output else {
            throw CommandFailure(.wrongUsage, "say where the picture goes: -o FILE, -o DIR or -o -")
        }
        if command.family != nil, command.all {
            throw CommandFailure(.wrongUsage, "--family and --all exclude each other: give one of the two")
        }
        if let scale = command.looks.scale, !(scale > 0 && scale <= 32) {
            throw CommandFailure(.wrongUsage, "--scale takes a number above 0 and up to 32, not \(scale)")
        }
        let panel = try PanelPlan(command, resources, context)
        catalog = try WidgetRenderer.catalog(resources)
        let family = command.family ?? panel.family
        guard family != nil || command.all else {
            throw CommandFailure(.wrongUsage, "say which family to draw: --family NAME, or --all for every one")
        }
        let places = try Self.places(command, family: command.all ? nil : family, catalog, resources)
        try panel.check(places.map(\.0))
        let choice = command.looks.appearance ?? (command.all ? .both : .dark)
        let looks = Looks(
            appearances: choice == .both ? ["dark", "light"] : [choice.rawValue],
            modes: try Word.list(command.looks.mode, "--mode", of: RenderingMode.allCases.map(\.rawValue)),
            themes: try (command.looks.theme ?? configuration.theme).map { try Self.themes($0, resources) } ?? ["default"],
            typeSizes: try command.looks.typeSize.map { try Word.list($0, "--type-size", of: TypeSize.allCases.map(\.rawValue)) } ?? [nil])
        let count = places.reduce(0) { $0 + looks.of($1.0).count }
        guard count == 1 || output != "-" else { throw CommandFailure(.wrongUsage, "-o - takes one picture, and these are \(count)") }
        try PictureOutput.check(output, in: context)
        let isFolder = count > 1 || output.hasSuffix("/") || PictureOutput.isFolder(context.path(output))
        var file = try command.animation.file(
            isFolder || output == "-" ? nil : output, output: output, isWatching: command.files.watch, takesBMP: true)
        if let compress = command.files.compress {
            guard file.format == .png else {
                throw CommandFailure(.wrongUsage, "--compress is for PNG, and '\(output)' is none: -o FILE.png")
            }
            file.compression = compress == .best ? .best : .fast
        }
        let devicesDiffer = command.device.map { $0 == "all" || $0.contains(",") } ?? false

        var jobs: [PictureJob] = []
        for (family, device) in places {
            let file = try panel.file(file, family, try catalog.device(device), output: output)
            let looks = looks.of(family)
            for appearance in looks.appearances {
                for mode in looks.modes {
                    for theme in looks.themes {
                        for typeSize in looks.typeSizes {
                            var name = "\(family.rawValue)-\(appearance)"
                            if looks.modes.count > 1 { name += "-\(mode)" }
                            if looks.themes.count > 1 { name += "-\(theme)" }
                            if looks.typeSizes.count > 1, let typeSize { name += "-\(typeSize)" }
                            if devicesDiffer { name = "\(device)/\(name)" }
                            let target = isFolder ? "\(output)/\(name).png" : output
                            jobs.append(
                                PictureJob(
                                    family: family.rawValue, device: device, appearance: appearance, mode: mode, theme: theme,
                                    typeSize: typeSize, name: isFolder ? "\(name).png" : output,
                                    path: output == "-" ? nil : context.path(target), file: file))
                        }
                    }
                }
            }
        }
        self.jobs = jobs
        self.output = output
        setting = PictureSetting(
            kind: KindName(command.kind).name, template: command.template.map(context.path), scale: command.looks.scale,
            isSquare: command.looks.square,
            look: Look(command.look, configuration.timeZones(isLive: command.entry == nil), context), userTemplates: resources.userPath,
            tellsRegions: command.files.regions != nil, panelSize: panel.options.size, keepsPanelScale: command.device != nil)
        length = file.format.animation == nil ? 0 : Double(file.animation.length) / 1000
        regionsPath = command.files.regions.map(context.path)
    }

    /// The families with their devices.
    ///
    /// With `--all`, families without a template of the kind are skipped.
    private static func places(
        _ command: RenderCommand, family: String?, _ catalog: DeviceCatalog, _ resources: ResourceFolder
    ) throws -> [(WidgetFamily, String)] {
        let devices = try command.device.map { try Self.devices($0, catalog) }
        if let name = family {
            let family: WidgetFamily = try Word.parse(name, "--family")
            guard let devices else { return [(family, try catalog.standardDevice(for: family).id)] }
            // Of several devices, those that have the family; a single device must have it.
            let having = devices.filter { $0.places[family] != nil }
            guard !having.isEmpty else { throw WidgetError.noPlace(family: family, device: devices.map(\.id).joined(separator: ", ")) }
            return having.map { (family, $0.id) }
        }
        let families = WidgetFamily.allCases.filter {
            command.template != nil || resources.text("\(KindName(command.kind).name)/\($0.rawValue).yaml") != nil
        }
        guard let devices else { return try families.map { ($0, try catalog.standardDevice(for: $0).id) } }
        return devices.flatMap { device in families.filter { device.places[$0] != nil }.map { ($0, device.id) } }
    }

    private static func devices(_ text: String, _ catalog: DeviceCatalog) throws -> [Device] {
        if text == "all" { return catalog.devices }
        var devices: [Device] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let device = try catalog.device(String(part))
            if !devices.contains(device) { devices.append(device) }
        }
        return devices
    }

    private static func themes(_ text: String, _ resources: ResourceFolder) throws -> [String] {
        let known = resources.themeNames
        if text == "all" { return known }
        return try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
            guard known.contains(String(name)) else { throw WidgetError.unknown("theme", String(name), among: known) }
            return String(name)
        }
    }
}

extension ResourceFolder {
    /// The names of all themes, both Subdial's and the user's.
    var themeNames: [String] {
        names(in: "themes").filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(".yaml".count)) }
    }
}

/// The panel options of a command line, applied to its pictures.
struct PanelPlan {
    fileprivate let options: PanelOptions
    /// The default family; nil if the options determine none.
    fileprivate let family: String?

    init(_ command: RenderCommand, _ resources: ResourceFolder, _ context: CommandContext) throws {
        options = try command.panel.options(resources, context)
        family = options.size != nil ? WidgetFamily.panel.rawValue : nil
    }

    /// Refuses a size for families whose size depends on the device.
    fileprivate func check(_ families: [WidgetFamily]) throws(CommandFailure) {
        guard options.size != nil, let other = families.first(where: { $0 != .panel }) else { return }
        throw CommandFailure(.wrongUsage, "--size is for the family panel, and \(other.rawValue) has the size of its device")
    }

    /// The content of a picture's file; for a panel with its palette.
    ///
    /// - Parameter output: The value of `-o`.
    fileprivate func file(_ file: PictureFile, _ family: WidgetFamily, _ device: Device, output: String) throws -> PictureFile {
        let isStill = file.format == .png || file.format == .bmp
        if let name = options.firstSet, name != "size", !isStill {
            throw CommandFailure(.wrongUsage, "--\(name) is for a .png or .bmp, and '\(output)' is neither")
        }
        let isPanel = family == .panel
        guard isStill, isPanel || options.firstSet != nil else {
            if file.format == .bmp {
                throw CommandFailure(.wrongUsage, "'\(output)': pictures are written as .bmp in 1 bit alone: --depth 1")
            }
            return file
        }
        var result = file
        let panel = options.over(isPanel ? device.panel : nil)
        do throws(InkError) {
            let (_, depth) = try panel.colors()
            if file.format == .bmp, depth != 1 { throw .notOneBit(depth: depth) }
        } catch .noDepth(let option) {
            throw CommandFailure(.wrongUsage, "\(InkError.noDepth(option: "--\(option)").description): --depth or --palette")
        } catch {
            throw WidgetError.ink(error)
        }
        result.panel = panel
        return result
    }
}
