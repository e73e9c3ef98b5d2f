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

    /// The templates of the pictures.
    struct Templates {
        let kind: String
        /// The path of a template in place of the kind's.
        let file: String?
        /// The folder of the user's own templates.
        let userFolder: String?
    }

    /// - Parameters:
    ///   - panel: The options of a panel, with its palette.
    /// - Throws: `CommandFailure` for options that exclude each other, or `WidgetError` for an unknown device.
    init(
        _ requested: RequestedLooks, _ templates: Templates, _ files: RenderFiles, _ animation: AnimationOptions, panel: PanelOptions,
        _ catalog: DeviceCatalog, _ context: CommandContext
    ) throws {
        self.catalog = catalog
        let output = try files.named
        let count = requested.looks.count
        guard count == 1 || output != "-" else { throw CommandFailure(.wrongUsage, "-o - takes one picture, and these are \(count)") }
        try PictureOutput.check(output, in: context)
        let isFolder = count > 1 || output.hasSuffix("/") || PictureOutput.isFolder(context.path(output))
        var file = try animation.file(isFolder || output == "-" ? nil : output, output: output, isWatching: files.watch, takesBMP: true)
        if let compress = files.compress {
            guard file.format == .png else {
                throw CommandFailure(.wrongUsage, "--compress is for PNG, and '\(output)' is none: -o FILE.png")
            }
            file.compression = compress == .best ? .best : .fast
        }
        jobs = try requested.looks.map { look in
            var look = look
            look.isAnimated = file.format.animation != nil
            let name = requested.name(of: look)
            return PictureJob(
                look: look, name: isFolder ? "\(name).png" : output,
                path: output == "-" ? nil : context.path(isFolder ? "\(output)/\(name).png" : output),
                file: try Self.file(file, look, catalog, panel, output: output))
        }
        self.output = output
        setting = PictureSetting(
            kind: templates.kind, template: templates.file, userTemplates: templates.userFolder, tellsRegions: files.regions != nil)
        length = file.format.animation == nil ? 0 : Double(file.animation.length) / 1000
        regionsPath = files.regions.map(context.path)
    }

    /// The content of a picture's file; for a panel with its palette.
    ///
    /// - Parameters:
    ///   - options: The chosen options of the panel.
    ///   - output: The value of `-o`.
    private static func file(
        _ file: PictureFile, _ look: WidgetLook, _ catalog: DeviceCatalog, _ options: PanelOptions, output: String
    ) throws -> PictureFile {
        let isStill = file.format == .png || file.format == .bmp
        if let name = options.firstSet, name != "size", !isStill {
            throw CommandFailure(.wrongUsage, "--\(name) is for a .png or .bmp, and '\(output)' is neither")
        }
        let isPanel = look.family == .panel
        guard isStill, isPanel || options.firstSet != nil else {
            if file.format == .bmp {
                throw CommandFailure(.wrongUsage, "'\(output)': pictures are written as .bmp in 1 bit alone: --depth 1")
            }
            return file
        }
        var result = file
        let panel = options.over(isPanel ? try look.device(in: catalog).panel : nil)
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
