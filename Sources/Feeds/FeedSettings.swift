/// How someone wants a feed's lines, before it is checked: from flags, and from the configuration for all feeds or for one format.
public struct FeedSettings: Hashable, Sendable {
    /// What a line says of a track.
    public var text: String?
    /// What the tooltip says.
    public var tooltip: String?
    /// What a line says in a state instead, by the state's name.
    public var texts: [String: String] = [:]
    /// The percentage of a line, 0 to 100.
    public var percentage: String?
    /// Words to style by.
    public var className: String?
    /// In display columns.
    public var width: Int?
    /// Whether text that is wider than `width` moves through it.
    public var marquee: Bool?
    /// Whether the classes tell how much has been played: `p0` to `p100`.
    public var progressClass: Bool?
    /// Signs by a zone's name or id, a source, a state, or `default`.
    public var icons: [String: String] = [:]
    /// What buttons do, by their names, as words behind `subdial control`.
    public var clicks: [ClickButton: String] = [:]

    /// Nothing set.
    public init() {}

    /// These settings, and where they say nothing those of `other`.
    public func merged(over other: FeedSettings) -> FeedSettings {
        var result = other
        result.text = text ?? other.text
        result.tooltip = tooltip ?? other.tooltip
        result.percentage = percentage ?? other.percentage
        result.className = className ?? other.className
        result.width = width ?? other.width
        result.marquee = marquee ?? other.marquee
        result.progressClass = progressClass ?? other.progressClass
        result.texts.merge(texts) { $1 }
        result.icons.merge(icons) { $1 }
        result.clicks.merge(clicks) { $1 }
        return result
    }
}
