import ArgumentParser
import FoundationEssentials
import SubdialDrawing
import SubdialEngine
import SubdialWidgets

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

    /// The parsed options.
    ///
    /// - Throws: ``CommandFailure`` with the option's name, or the error of the palette file.
    func options(_ resources: ResourceFolder, _ context: CommandContext) throws -> PanelOptions {
        var palettes = try InkPalettes(resources)
        var name = palette
        if let palette, InkPalettes.isFile(palette) {
            let own = try Self.palette(inFile: palette, context)
            palettes.add(own)
            name = own.name
        }
        do throws(InkError) {
            return try PanelOptions(
                size: size, depth: depth, palette: name, dither: dither, rotate: rotate, maximumBytes: maxBytes, palettes: palettes)
        } catch {
            throw CommandFailure(.wrongUsage, "--\(error.description)")
        }
    }

    private static func palette(inFile file: String, _ context: CommandContext) throws -> InkPalette {
        guard let data = FileManager.default.contents(atPath: context.path(file)) else {
            throw CommandFailure(.missingInput, "\(file): there is no such palette")
        }
        guard data.count <= InkPalettes.maximumFile else { throw CommandFailure(.badData, "\(file): a palette has 64 kB at most") }
        return try InkPalettes.palette(String(decoding: data, as: UTF8.self), file: file)
    }
}
