/// The content of a line, before a format escapes and composes it.
///
/// Its texts are cleaned: without control characters, and without characters that change the direction of adjacent text.
public struct FeedContent: Hashable, Sendable {
    /// A single line of at most ``FeedOptions/maximumWidth`` columns; empty if nothing is shown.
    public var text: String
    /// The text for narrow bars.
    public var shortText: String
    /// The tooltip, with lines separated by newlines.
    public var tooltip: String
    /// `playing`, `paused` or `stopped`, or the status of another kind: the key for the user's icons in a bar.
    public var status: String
    /// The classes for style sheets: the exact state, the source, and special conditions such as `muted`.
    public var classes: [String]
    /// The played part of the track, 0 to 100; 0 if it is unknown.
    public var percentage: Int
    /// The parts of the content as separate fields.
    public var details: FeedDetails
    /// The actions of clicks.
    public var actions: ClickActions

    /// Creates content; without a text it shows nothing.
    public init(
        text: String = "", shortText: String = "", tooltip: String = "", status: String = "stopped", classes: [String] = [],
        percentage: Int = 0, details: FeedDetails = FeedDetails(), actions: ClickActions = ClickActions()
    ) {
        self.text = text
        self.shortText = shortText
        self.tooltip = tooltip
        self.status = status
        self.classes = classes
        self.percentage = percentage
        self.details = details
        self.actions = actions
    }
}
