import SubdialBasics
import SubdialExpressions
import SubdialTimeline

/// The unchecked settings of a feed's lines: from options, and from the configuration for all feeds or for one format.
public struct FeedSettings: Hashable, Sendable {
    /// The template of the text.
    public var text: String?
    /// The template of the tooltip.
    public var tooltip: String?
    /// The templates of the text in single states, by the state's name.
    public var texts: [String: String] = [:]
    /// The template of the percentage, 0 to 100.
    public var percentage: String?
    /// The template of additional classes.
    public var className: String?
    /// The template of the key for the user's icons in a bar.
    public var alt: String?
    /// The width in display columns.
    public var width: Int?
    /// True if text wider than `width` scrolls.
    public var marquee: Bool?
    /// True if the classes contain the percentage: `p0` to `p100`.
    public var progressClass: Bool?
    /// The seconds after which a paused track is hidden; infinite for never.
    public var hideAfter: Double?
    /// The icons by a zone's name or id, a player, a source, a state, or `default`.
    public var icons: [String: String] = [:]
    /// The actions of the buttons, as arguments of `subdial control`.
    public var clicks: [ClickButton: String] = [:]

    /// The names that a line's templates may use besides those of an entry.
    package static let ownNames = ["dynamic", "icon", "status_icon", "art_path"]

    /// Creates empty settings.
    public init() {}

    /// Returns these settings, with those of `other` where they have no value.
    public func merged(over other: FeedSettings) -> FeedSettings {
        var result = other
        result.text = text ?? other.text
        result.tooltip = tooltip ?? other.tooltip
        result.percentage = percentage ?? other.percentage
        result.className = className ?? other.className
        result.alt = alt ?? other.alt
        result.width = width ?? other.width
        result.marquee = marquee ?? other.marquee
        result.progressClass = progressClass ?? other.progressClass
        result.hideAfter = hideAfter ?? other.hideAfter
        result.texts.merge(texts) { $1 }
        result.icons.merge(icons) { $1 }
        result.clicks.merge(clicks) { $1 }
        return result
    }

    /// Returns a warning for each name in `templates` that no line of the kind has, with a suggestion.
    ///
    /// Such a name evaluates to an empty text.
    package static func warnings(of templates: [TextTemplate], _ schema: EntrySchema) -> [String] {
        let own = schema.lineNames + ownNames
        let known = Set(own + schema.allNames)
        return templates.flatMap(\.variables).map(\.name).filter { !known.contains($0) && !(schema.hasOpenNames && $0.contains(":")) }
            .map { "there is no variable '\($0)'\(Suggestion.hint(for: $0, among: own))" }
    }
}
