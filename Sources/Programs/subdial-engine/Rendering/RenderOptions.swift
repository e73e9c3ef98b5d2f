import ArgumentParser
import SubdialWidgets

/// The options of `subdial render` for looks of which several pictures may be drawn.
struct RenderLooks: ParsableArguments {
    enum Appearance: String, ExpressibleByArgument, CaseIterable {
        case light, dark, both
    }

    @Option(help: ArgumentHelp("The appearance (default: dark; with --all both).", valueName: "NAME"))
    var appearance: Appearance?

    @Option(
        help: ArgumentHelp("The rendering mode: fullColor, accented or vibrant; several comma-separated, or all.", valueName: "NAME"),
        completion: CompletedValues.modes)
    var mode = RenderingMode.fullColor.rawValue

    @Option(help: ArgumentHelp("The theme; several comma-separated, or all.", valueName: "NAME"), completion: CompletedValues.themes)
    var theme: String?

    @Option(
        help: ArgumentHelp("The type size, from xSmall to AX5; several comma-separated, or all.", valueName: "NAME"),
        completion: CompletedValues.typeSizes)
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
}
