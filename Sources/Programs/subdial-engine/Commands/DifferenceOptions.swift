import ArgumentParser
import SubdialDrawing
import SubdialSnapshots

/// On or off.
enum Switch: String, ExpressibleByArgument {
    case on, off
}

/// The style options of `subdial snapshot compare` for the difference picture.
struct DifferenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The file for a picture of the differences; for two folders, a folder.", valueName: "FILE"),
        completion: .file(extensions: ["png"]))
    var diff: String?

    @Flag(help: "Draw only the different pixels, on a transparent background.")
    var diffMask = false

    @Option(help: ArgumentHelp("The colour of different pixels, such as #ff0000.", valueName: "COLOR"))
    var diffColor: String?

    @Option(help: ArgumentHelp("The colour of different pixels that are darker in the second picture.", valueName: "COLOR"))
    var diffColorAlt: String?

    @Option(help: ArgumentHelp("The colour of antialiased pixels, such as #ffff00.", valueName: "COLOR"))
    var aaColor: String?

    @Option(help: ArgumentHelp("The opacity of equal pixels, 0 to 1 (default: 0.1).", valueName: "A"))
    var alpha: Double?

    /// The name of one of these options that was given; nil if none was.
    var named: String? {
        let values = [
            ("--diff-mask", diffMask), ("--diff-color", diffColor != nil), ("--diff-color-alt", diffColorAlt != nil),
            ("--aa-color", aaColor != nil), ("--alpha", alpha != nil),
        ]
        return values.first { $0.1 }?.0
    }

    /// The style according to the options.
    ///
    /// - Throws: ``CommandFailure`` for an invalid colour or opacity.
    func style() throws(CommandFailure) -> DifferenceStyle {
        var style = DifferenceStyle(isMask: diffMask)
        if let color = try color(diffColor, "--diff-color") { style.different = color }
        style.darker = try color(diffColorAlt, "--diff-color-alt")
        if let color = try color(aaColor, "--aa-color") { style.smoothed = color }
        if let alpha {
            guard (0...1).contains(alpha) else { throw CommandFailure(.wrongUsage, "--alpha takes 0 to 1, not \(alpha)") }
            style.opacity = alpha
        }
        return style
    }

    private func color(_ text: String?, _ option: String) throws(CommandFailure) -> Color? {
        guard let text else { return nil }
        guard let color = Color(hex: text), color.alpha == 1 else {
            throw CommandFailure(.wrongUsage, "\(option) takes an opaque colour such as #ff0000, not '\(text)'")
        }
        return color
    }
}
