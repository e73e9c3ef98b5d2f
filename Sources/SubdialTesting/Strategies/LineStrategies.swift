import Feeds
import Snapshots
import Timeline

extension SnapshotStrategy where Value == Entry, Format == String {
    /// The line that a bar gets for an entry, as `subdial feed` writes it.
    ///
    /// - Parameters:
    ///   - text: What the line says, as `--text`; nil for the kind's own.
    ///   - tooltip: What the tooltip says; nil for the kind's own.
    ///   - width: The width in columns that it keeps to; nil for any.
    ///   - moments: Seconds from the entry's date; the line of each.
    public static func line(
        _ bar: BarName, text: String? = nil, tooltip: String? = nil, width: Int? = nil, moments: [Double] = [0]
    ) -> Self {
        SnapshotStrategy<[Entry], String>.line(bar, text: text, tooltip: tooltip, width: width, moments: moments).pullback { [$0] }
    }
}

extension SnapshotStrategy where Value == [Entry], Format == String {
    /// The lines that a bar gets while entries follow each other.
    ///
    /// The parameters are those for a single entry; moments count from the first.
    public static func line(
        _ bar: BarName, text: String? = nil, tooltip: String? = nil, width: Int? = nil, moments: [Double] = [0]
    ) -> Self {
        var settings = FeedSettings()
        settings.text = text
        settings.tooltip = tooltip
        settings.width = width
        return .line(bar, settings, moments: moments)
    }

    /// The lines that a bar gets, with every setting that a feed has.
    public static func line(_ bar: BarName, _ settings: FeedSettings, moments: [Double] = [0]) -> Self {
        Self(levels: [.line], words: [bar.name]) { .lines($0, bar: bar.name, settings, moments) }
    }

    /// The entries, what changes from one to the next, and when a widget has to be drawn anew.
    public static var timeline: Self { Self(levels: [.timeline], words: ["timeline"]) { .timeline($0) } }
}
