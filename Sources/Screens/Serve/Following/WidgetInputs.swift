import FoundationEssentials
import SubdialEngine
import SubdialExpressions
import SubdialFeeds
import SubdialTimeline

/// The inputs of a widget's pictures: the source of its entries, and everything else on which they depend.
package struct WidgetInputs: Sendable {
    /// The name of the template folder.
    package var kind: String
    /// The display name.
    package var title: String
    /// The source of the entries.
    package var entries: any EntrySource
    /// The folder to which the artwork paths of entries are relative; nil for none.
    package var folder: String?
    /// The time zones for displayed dates.
    package var timeZones: TimeZones
    /// The theme if the URL specifies none.
    package var theme: String
    /// True if a live activity of the kind is active at a date; nil for the playback, which is active while a track is loaded.
    package var isActive: @Sendable (Entry, Date) throws -> Bool?

    /// Makes the inputs.
    package init(
        kind: String, title: String, entries: any EntrySource, folder: String? = nil, timeZones: TimeZones, theme: String = "default",
        isActive: @escaping @Sendable (Entry, Date) throws -> Bool? = { _, _ in nil }
    ) {
        self.kind = kind
        self.title = title
        self.entries = entries
        self.folder = folder
        self.timeZones = timeZones
        self.theme = theme
        self.isActive = isActive
    }
}
