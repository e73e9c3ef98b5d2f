import ArgumentParser
import SubdialWidgets

/// The options of a widget's look, other than device and appearance.
struct LookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The placement: standard, standBy or smartStack.", valueName: "NAME"), completion: CompletedValues.of(.placement)
    )
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
        completion: CompletedValues.of(.redaction))
    var redacted: String?

    @Option(help: ArgumentHelp("The language of the texts in templates, such as de.", valueName: "TAG"))
    var language: String?

    @Option(
        help: ArgumentHelp("The layout direction: leftToRight or rightToLeft (default: that of the language).", valueName: "NAME"),
        completion: CompletedValues.of(.direction))
    var direction: String?
}

extension LookOptions {
    /// Sets the options in a look.
    ///
    /// - Throws: ``CommandFailure`` with the option and its valid values.
    func apply(to look: inout WidgetLook, in context: CommandContext) throws(CommandFailure) {
        try look.set(.placement, placement)
        try look.set(.tint, tint)
        try look.set(.backdrop, backdrop.map(context.path))
        try look.set(.night, .flag(night))
        try look.set(.reducedLuminance, .flag(reducedLuminance))
        try look.set(.noBackground, .flag(noBackground))
        try look.set(.redaction, redacted)
        try look.set(.language, language)
        try look.set(.direction, direction)
    }
}
