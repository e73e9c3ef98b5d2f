import FoundationEssentials

/// What a provider is told of the place in which its entries will be shown.
public struct TimelineContext: Hashable, Sendable {
    /// The widget's family, as WidgetKit spells it.
    public var family: String
    /// Whether the picture stands in a gallery, where sample data are welcome.
    public var isPreview: Bool
    /// The moment for which the entries are wanted.
    public var now: Date

    /// Makes the context of a widget of `family` at `now`.
    public init(family: String, now: Date, isPreview: Bool = false) {
        self.family = family
        self.now = now
        self.isPreview = isPreview
    }
}

/// Where a widget's entries come from, with WidgetKit's three questions.
public protocol TimelineProvider: Sendable {
    /// The outline of an entry, at once and without data.
    func placeholder(in context: TimelineContext) -> Entry
    /// One entry for now, fast.
    func snapshot(in context: TimelineContext) async -> Entry
    /// The entries from now on, and when to ask again.
    func timeline(in context: TimelineContext) async -> Timeline
}
