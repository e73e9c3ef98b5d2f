import Expressions
import Timeline

/// How someone wants a feed's lines.
///
/// Templates are parsed here, once.
public struct FeedOptions: Sendable {
    /// Columns that no line exceeds: a title of thousands of characters makes a whole bar vanish.
    public static let maximumWidth = 200
    /// Columns of a marquee for which no width is given.
    public static let marqueeWidth = 40

    /// What reads the lines.
    public let format: FeedFormat
    /// What a line says of a track; nil for artist and title, the less important cut first.
    public let text: TextTemplate?
    /// What the tooltip says; nil for title, artist, album, zone and length, a line each.
    public let tooltip: TextTemplate?
    /// What a line says in a state instead.
    public let stateTexts: [FeedState: TextTemplate]
    /// In display columns; nil for as many as it takes, up to ``maximumWidth``.
    public let width: Int?
    /// Whether text that is wider than `width` moves through it.
    public let marquee: Bool
    /// The percentage of a line; nil for as much as has been played.
    public let percentage: TextTemplate?
    /// Words to style by, beside the state.
    public let className: TextTemplate?
    /// Whether the classes tell how much has been played.
    public let progressClass: Bool
    /// Signs for zones, sources and states.
    public let icons: FeedIcons
    /// The zones in which dates are told.
    public let timeZones: TimeZones
    /// What a click does.
    public let actions: ClickActions

    /// Makes options, parsing every template.
    ///
    /// - Parameters:
    ///   - format: A format's name.
    ///   - settings: What is wanted. A text is shown while a track plays, is paused, or loads. Of the texts by state (``FeedState``) an
    ///     empty one hides the module in that state; without one, `stopped`, `offline` and `zone-missing` hide it. `loading` goes with
    ///     `playing`, and `zone-missing` with `offline`, unless given. The width is 1 to ``maximumWidth``.
    ///   - controlCommand: What a bar runs for a click, before the action's words.
    ///   - clicks: What buttons do where the settings say nothing.
    ///   - timeZones: The zones in which dates are told.
    /// - Throws: What is wrong with which of them.
    public init(
        format: String, settings: FeedSettings, controlCommand: String = "subdial control",
        clicks: [ClickButton: String] = ClickActions.standard, timeZones: TimeZones = TimeZones()
    ) throws(FeedError) {
        self.timeZones = timeZones
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
        marquee = settings.marquee ?? false
        width = settings.width ?? (marquee ? Self.marqueeWidth : nil)
        progressClass = settings.progressClass ?? false
        icons = FeedIcons(settings.icons)
        actions = ClickActions(settings.clicks, command: controlCommand, standard: clicks)
    }

    /// Makes options of single settings.
    public init(
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

    /// The template that makes the text in `state`; nil where the default serves.
    func template(in state: FeedState) -> TextTemplate? {
        stateTexts[state] ?? state.alike.flatMap { stateTexts[$0] } ?? (state.showsContent ? text : nil)
    }

    /// What the template in `state` was given as.
    func option(in state: FeedState) -> String {
        let given = stateTexts[state] != nil ? state : state.alike.flatMap { stateTexts[$0] != nil ? $0 : nil }
        return given.map { "text-\($0.rawValue)" } ?? "text"
    }

    /// Whether anything is shown in `state`.
    func isShown(_ state: FeedState) -> Bool {
        state.showsContent || template(in: state) != nil
    }

    private var templates: [TextTemplate] {
        [text, tooltip, percentage, className].compactMap { $0 } + stateTexts.sorted { $0.key.rawValue < $1.key.rawValue }.map(\.value)
    }

    /// Whether lines name a picture of the cover on disk.
    public var needsArtPath: Bool { format.traits.contains(.artPath) || templates.flatMap(\.variables).contains { $0.name == "art_path" } }

    /// Names in the templates that no entry of the kind has, with what was probably meant: they print as nothing.
    public func warnings(_ schema: EntrySchema) -> [String] { Self.warnings(of: templates, schema) }

    /// Names in `templates` that no entry of the kind has, with what was probably meant.
    public static func warnings(of templates: [TextTemplate], _ schema: EntrySchema) -> [String] {
        let own = schema.lineNames + FeedScope.ownNames
        let known = Set(own + schema.allNames)
        return templates.flatMap(\.variables).map(\.name).filter { !known.contains($0) && !(schema.hasOpenNames && $0.contains(":")) }
            .map { "there is no variable '\($0)'\(Suggestion.hint(for: $0, among: own))" }
    }
}
