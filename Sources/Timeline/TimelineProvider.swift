import FoundationEssentials

/// The context in which a provider's entries are shown.
public struct TimelineContext: Hashable, Sendable {
    /// The widget's family, as WidgetKit spells it.
    public var family: String
    /// True for a gallery, which may show sample data.
    public var isPreview: Bool
    /// The time for which entries are requested.
    public var now: Date

    /// Creates the context of a widget of `family` at `now`.
    public init(family: String, now: Date, isPreview: Bool = false) {
        self.family = family
        self.now = now
        self.isPreview = isPreview
    }
}

/// A source of a widget's entries, with the three requests of WidgetKit.
public protocol TimelineProvider: Sendable {
    /// A placeholder entry, available immediately and without data.
    func placeholder(in context: TimelineContext) -> Entry
    /// A single entry for the current time, quickly.
    func snapshot(in context: TimelineContext) async -> Entry
    /// The entries from now on, with the reload policy.
    func timeline(in context: TimelineContext) async -> Timeline
}
