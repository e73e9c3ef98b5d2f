/// What a line says, before a format escapes and arranges it.
///
/// Its texts are clean: no control characters, nothing that turns the direction of the text beside it.
public struct FeedContent: Hashable, Sendable {
    /// One line of no more than ``FeedOptions/maximumWidth`` columns, empty where nothing is to be shown.
    public var text: String
    /// The text for where there is little room.
    public var shortText: String
    /// Lines separated by newlines.
    public var tooltip: String
    /// `playing`, `paused` or `stopped`: the keys under which people keep their icons.
    public var status: String
    /// Words to style by: the exact status, the source, and what else is out of the ordinary.
    public var classes: [String]
    /// How much of the track has been played, 0 to 100; 0 where it is not known.
    public var percentage: Int
    /// The parts of it as fields.
    public var details: FeedDetails
    /// What a click does.
    public var actions: ClickActions

    /// Makes content; without a text it shows nothing.
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
