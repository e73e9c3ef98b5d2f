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

/// The look of a widget in the form that is sent to a worker.
struct Look: Codable, Hashable, Sendable {
    private var placement: String?
    private var tint: String?
    /// The path of a picture file.
    private var backdrop: String?
    private var isNight = false
    private var isLuminanceReduced = false
    private var hidesBackground = false
    private var redacted: String?
    private var language: String?
    private var direction: String?
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
