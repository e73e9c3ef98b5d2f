import SubdialExpressions

extension FeedContent {
    var tooltips: [String] {
        get { [tooltip] }
        set { tooltip = newValue.first ?? "" }
    }

    var shortTexts: [String] {
        get { [shortText] }
        set { shortText = newValue.first ?? "" }
    }

    var texts: [String] {
        get { [text] }
        set { text = newValue.first ?? "" }
    }
}

/// The content of a line, before a format escapes and composes it.
///
/// Its texts are cleaned: without control characters, and without characters that change the direction of adjacent text.
package struct FeedContent: Hashable, Sendable {
    /// A single line of at most ``FeedOptions/maximumWidth`` columns; empty if nothing is shown.
    package var text: String
    /// The text for narrow bars.
    package var shortText: String
    /// The tooltip, with lines separated by newlines.
    package var tooltip: String
    /// `playing`, `paused` or `stopped`, or the status of another kind.
    package var status: String
    /// The key for the user's icons in a bar: the value of the `alt` option, by default ``status``.
    package var alt: String
    /// The classes for style sheets: the exact state, the source, and special conditions such as `muted`.
    package var classes: [String]
    /// The played part of the track, 0 to 100; 0 if it is unknown.
    package var percentage: Int
    /// The parts of the content as separate fields.
    package var details: FeedDetails
    /// The actions of clicks.
    package var actions: ClickActions

    /// Creates content; without a text it shows nothing.
    package init(
        text: String = "", shortText: String = "", tooltip: String = "", status: String = "stopped", alt: String? = nil,
        classes: [String] = [], percentage: Int = 0, details: FeedDetails = FeedDetails(), actions: ClickActions = ClickActions()
    ) {
        self.text = text
        self.shortText = shortText
        self.tooltip = tooltip
        self.status = status
        self.alt = alt ?? status
        self.classes = classes
        self.percentage = percentage
        self.details = details
        self.actions = actions
    }
}
