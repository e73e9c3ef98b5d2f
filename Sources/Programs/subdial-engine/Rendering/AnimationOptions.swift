import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

/// The options of animations: files with the extension `.apng`, `.gif` or `.webp`.
struct AnimationOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The duration of an animation (default: 10, at most 600).", valueName: "SECONDS"))
    var duration: Double?

    @Option(help: ArgumentHelp("The maximum number of frames per second (default: 20, at most 50).", valueName: "N"))
    var frameRate: Double?

    /// The content of a file, by its name.
    ///
    /// - Parameters:
    ///   - name: The file name; nil for a folder or stdout, which get PNGs.
    ///   - output: The value of `-o`.
    ///   - takesBMP: True if BMP is permitted.
    /// - Throws: `CommandFailure` for an unknown extension, for values outside of the range, and for animation options of a still picture.
    func file(_ name: String?, output: String, isWatching: Bool, takesBMP: Bool = false) throws(CommandFailure) -> PictureFile {
        let format = try name.map { name throws(CommandFailure) in try PictureOutput.format(of: name, takesBMP: takesBMP) } ?? .png
        if name == nil, output != "-", let meant = try? PictureOutput.format(of: output, takesBMP: takesBMP), meant != .png {
            throw CommandFailure(
                .wrongUsage, "-o \(output) takes one picture, and what is asked for is several, which go to a folder as PNG: -o DIR/")
        }
        if format.animation == nil, let flag = duration != nil ? "--duration" : frameRate != nil ? "--frame-rate" : nil {
            throw CommandFailure(.wrongUsage, "\(flag) is for animations, and '\(output)' is none: -o FILE.apng, FILE.gif or FILE.webp")
        }
        if format.animation != nil, isWatching {
            throw CommandFailure(
                .wrongUsage, "--watch keeps a still that is drawn anew, and '\(output)' is an animation: give one of the two")
        }
        var animation = PictureFile.Animation()
        if let duration {
            guard duration >= 0, duration <= 600 else {
                throw CommandFailure(.wrongUsage, "--duration takes seconds from 0 to 600, not \(duration)")
            }
            animation.length = Int(saturating: (duration * 1000).rounded())
        }
        if let frameRate {
            guard frameRate > 0, frameRate <= 50 else {
                throw CommandFailure(.wrongUsage, "--frame-rate takes a number above 0 and up to 50, not \(frameRate)")
            }
            animation.shortestFrame = max(1, Int(saturating: (1000 / frameRate).rounded()))
        }
        return PictureFile(format: format, animation: animation)
    }
}
