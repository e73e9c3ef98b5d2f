import SubdialBasics
import SubdialExpressions
import SubdialKinds
import SubdialTimeline

/// The options of a feed's lines.
///
/// Templates are parsed once, here.
package struct FeedOptions: Sendable {
    /// The maximum width of a line in columns, because a title with thousands of characters makes a whole bar disappear.
    package static let maximumWidth = 200
    /// The default width of a marquee in columns.
    private static let marqueeWidth = 40

    /// The format of the lines.
    package let format: FeedFormat
    /// The template of the text; nil for artist and title, of which the artist is truncated first.
    package let text: TextTemplate?
    /// The template of the tooltip; nil for title, artist, album, zone and length, one per line.
    package let tooltip: TextTemplate?
    /// The templates of the text in single states.
    private let stateTexts: [FeedState: TextTemplate]
    /// The width in display columns; nil for the width of the text, up to ``maximumWidth``.
    package let width: Int?
    /// True if text wider than `width` scrolls.
    package let marquee: Bool
    /// The template of the percentage; nil for the played percentage.
    package let percentage: TextTemplate?
    /// The template of additional classes.
    package let className: TextTemplate?
    /// The template of the key for the user's icons in a bar; nil for the status.
    package let alt: TextTemplate?
    /// True if the classes contain the percentage, such as `p42`.
    package let progressClass: Bool
    /// The seconds after which a paused track counts as stopped; nil for never.
    package let hideAfter: Double?
    /// The icons of zones, players, sources and states.
    package let icons: FeedIcons
    /// The time zones for dates.
    package let timeZones: TimeZones
    /// The actions of clicks.
    package let actions: ClickActions
    /// True if a line in which nothing else is shown is a fault, because a bar has no other place for messages.
    let showsFaults: Bool

    /// Creates options and parses every template.
    ///
    /// - Parameters:
    ///   - format: The name of a format.
    ///   - settings: The settings. A text is shown while a track is playing, paused or loading. A text for a state (``FeedState``) that is
    ///     empty hides the module in that state. Without a text of their own, `stopped`, `offline` and `zone-missing` hide it. By default,
    ///     `loading` uses the text of `playing`, and `zone-missing` that of `offline`. The width is 1 to ``maximumWidth``.
    ///   - controlCommand: The command that a bar runs for a click, before the arguments of the action.
    ///   - clicks: The actions of the buttons that the settings do not contain.
    ///   - timeZones: The time zones for dates.
    ///   - showsFaults: True if a line in which nothing else is shown is a fault: a text of unknown names, or a kind with an error.
    /// - Throws: The first invalid option, as a ``FeedError``.
    package init(
        format: String, settings: FeedSettings, controlCommand: ClickCommand = ClickCommand(),
        clicks: [ClickButton: String] = ClickActions.standard, timeZones: TimeZones = TimeZones(), showsFaults: Bool = false
    ) throws(FeedError) {
        self.timeZones = timeZones
        self.showsFaults = showsFaults
        if let width = settings.width, !(1...Self.maximumWidth).contains(width) { throw .width(width) }
        self.format = try FeedFormat.named(format)
        text = try Self.parse(settings.text, option: "text")
        tooltip = try Self.parse(settings.tooltip, option: "tooltip")
        var parsed: [FeedState: TextTemplate] = [:]
        for (name, source) in settings.texts.sorted(by: { $0.key < $1.key }) {
            guard let state = FeedState(rawValue: name) else { throw .unknownState(name) }
            parsed[state] = try Self.parse(source, option: "text-\(name)")
        }
        stateTexts = parsed
        percentage = try Self.parse(settings.percentage, option: "percentage")
        className = try Self.parse(settings.className, option: "class")
        alt = try Self.parse(settings.alt, option: "alt")
        marquee = settings.marquee ?? false
        width = settings.width ?? (marquee ? Self.marqueeWidth : nil)
        progressClass = settings.progressClass ?? false
        hideAfter = settings.hideAfter.flatMap { $0.isFinite ? $0 : nil }
        icons = FeedIcons(settings.icons)
        actions = ClickActions(settings.clicks, command: controlCommand, standard: clicks)
    }

    /// Creates options from single settings.
    package init(
        format: String = "plain", text: String? = nil, tooltip: String? = nil, stateTexts: [String: String] = [:], width: Int? = nil,
        marquee: Bool = false
    ) throws(FeedError) {
        var settings = FeedSettings()
        (settings.text, settings.tooltip, settings.texts, settings.width) = (text, tooltip, stateTexts, width)
        settings.marquee = marquee
        try self.init(format: format, settings: settings)
    }

    private static func parse(_ source: String?, option: String) throws(FeedError) -> TextTemplate? {
        guard let source else { return nil }
        do {
            return try TextTemplate(source)
        } catch {
            throw .template(option: option, error)
        }
    }

    /// Returns the template of the text in `state`; nil for the default text.
    func template(in state: FeedState) -> TextTemplate? {
        stateTexts[state] ?? state.alike.flatMap { stateTexts[$0] } ?? (state.showsContent ? text : nil)
    }

    /// Returns the name of the option that contains the template in `state`.
    func option(in state: FeedState) -> String {
        let given = stateTexts[state] != nil ? state : state.alike.flatMap { stateTexts[$0] != nil ? $0 : nil }
        return given.map { "text-\($0.rawValue)" } ?? "text"
    }

    /// True if the line shows content in `state`.
    func isShown(_ state: FeedState) -> Bool {
        state.showsContent || template(in: state) != nil
    }

    private var templates: [TextTemplate] {
        [text, tooltip, percentage, className, alt].compactMap { $0 } + stateTexts.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }

    /// True if the lines contain the path of a cover picture.
    package var needsArtPath: Bool { format.traits.contains(.artPath) || templates.flatMap(\.variables).contains { $0.name == "art_path" } }

    /// Returns a warning for each name in the templates that no entry of the kind has, with a suggestion, and for each backslash that begins no
    /// escape.
    ///
    /// Such a name evaluates to an empty text, and such a backslash is printed as written.
    package func warnings(_ schema: EntrySchema) -> [String] {
        FeedSettings.warnings(of: templates, schema) + templates.flatMap(\.unknownEscapes).map(\.description)
    }
}
