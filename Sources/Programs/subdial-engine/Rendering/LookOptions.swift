import ArgumentParser
import FoundationEssentials
import SubdialBasics
import SubdialDrawing
import SubdialExpressions
import SubdialLayout
import SubdialWidgets

/// The options of a widget's look, other than device and appearance.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The placement: standard, standBy or smartStack.", valueName: "NAME"), completion: CompletedValues.placements)
    var placement: String?

    @Option(help: ArgumentHelp("The colour of a tinted home screen or a watch face, as #RRGGBB.", valueName: "COLOR"))
    var tint: String?

    @Option(help: ArgumentHelp("The picture behind the widget, such as a wallpaper.", valueName: "FILE"), completion: .file())
    var backdrop: String?

    @Flag(help: "Draw StandBy at night, in red.")
    var night = false

    @Flag(help: "Draw for an Always-On display, dimmed, on black.")
    var reducedLuminance = false

    @Flag(help: "Draw no background of the widget.")
    var noBackground = false

    @Option(
        help: ArgumentHelp("The redaction: placeholder for all content, privacy for private content.", valueName: "NAME"),
        completion: CompletedValues.redactions)
    var redacted: String?

    @Option(help: ArgumentHelp("The language of the texts in templates, such as de.", valueName: "TAG"))
    var language: String?

    @Option(
        help: ArgumentHelp("The layout direction: leftToRight or rightToLeft (default: that of the language).", valueName: "NAME"),
        completion: CompletedValues.directions)
    var direction: String?
}

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

/// The look of a widget in the form that is sent to a worker.
struct Look: Codable, Hashable, Sendable {
    var placement: String?
    var tint: String?
    /// The path of a picture file.
    var backdrop: String?
    var isNight = false
    var isLuminanceReduced = false
    var hidesBackground = false
    var redacted: String?
    var language: String?
    var direction: String?
    var timeZones: TimeZones

    init(_ options: LookOptions, _ timeZones: TimeZones, _ context: CommandContext) {
        self.timeZones = timeZones
        placement = options.placement
        tint = options.tint
        backdrop = options.backdrop.map(context.path)
        isNight = options.night
        isLuminanceReduced = options.reducedLuminance
        hidesBackground = options.noBackground
        redacted = options.redacted
        language = options.language
        direction = options.direction
    }

    /// Applies the options to an environment.
    ///
    /// - Throws: ``CommandFailure`` with the option's name, or with the file that is not a picture.
    func apply(to environment: inout WidgetEnvironment) throws {
        if let placement { environment.placement = try Word.parse(placement, "--placement") }
        if let tint {
            guard let color = Color(hex: tint) else {
                throw CommandFailure(.wrongUsage, "--tint takes a colour such as #FF9500, not '\(tint)'")
            }
            environment.tint = color
        }
        environment.timeZones = timeZones
        environment.isNight = isNight
        environment.isLuminanceReduced = isLuminanceReduced
        if hidesBackground { environment.showsContainerBackground = false }
        if let redacted { environment.redaction = [try Word.parse(redacted, "--redacted")] }
        if let language {
            guard !language.isEmpty, language.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }) else {
                throw CommandFailure(.wrongUsage, "--language takes a tag such as de or pt-BR, not '\(language)'")
            }
            environment.language = language
        }
        if let direction { environment.direction = try Word.parse(direction, "--direction") as LayoutDirection }
        if let backdrop { environment.backdrop = try Self.bitmap(backdrop) }
    }

    private static func bitmap(_ path: String) throws -> Bitmap {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.missingInput, "\(path): there is no such picture")
        }
        guard data.count <= Backdrop.maximumBytes else { throw CommandFailure(.badData, "\(path): a backdrop has 64 MB at most") }
        do {
            return try Backdrop.bitmap([UInt8](data))
        } catch {
            throw CommandFailure(.badData, "\(path): \(error.description)")
        }
    }
}
