import SubdialExpressions
import SubdialWidgets

/// A snapshot: a case with one entry in one look.
package struct SnapshotSpec: Hashable, Sendable {
    /// The id, from case, entry and look, such as `hero/playing.systemSmall.iphone-15.dark`.
    ///
    /// Default values are not part of the id, so that a matrix can grow without renaming existing snapshots: `fullColor`, `default`, the
    /// device's own text size, English.
    package let id: String
    /// The former id, which contained those values; nil if it is the same.
    package let formerID: String?
    /// The index of its case in the suite.
    package let caseIndex: Int
    /// The absolute path of the entry file or the document.
    package let entry: String
    /// The compared content.
    package let content: Content

    /// The content of a snapshot.
    package enum Content: Hashable, Sendable {
        /// A widget in a look: its tree, its layout and its picture.
        case widget(WidgetLook)
        /// The lines of a bar, by the name of its format.
        case lines(bar: String, TimeZones)
        /// The timeline of the entry.
        case timeline(TimeZones)
    }

    /// Makes a snapshot; the entry's path may stand for an entry that a judge was given.
    package init(id: String, formerID: String? = nil, caseIndex: Int = 0, entry: String, content: Content) {
        self.id = id
        self.formerID = formerID == id ? nil : formerID
        self.caseIndex = caseIndex
        self.entry = entry
        self.content = content
    }

    /// The look of a widget; nil for a text.
    package var look: WidgetLook? { if case .widget(let look) = content { look } else { nil } }

    /// The snapshot with the dates of other time zones, under the same name.
    package func shown(in zones: TimeZones) -> SnapshotSpec {
        let shown: Content
        switch content {
        case .widget(var look):
            look.timeZones = zones
            shown = .widget(look)
        case .lines(let bar, _): shown = .lines(bar: bar, zones)
        case .timeline: shown = .timeline(zones)
        }
        return SnapshotSpec(id: id, formerID: formerID, caseIndex: caseIndex, entry: entry, content: shown)
    }

    /// The time zones of dates.
    var timeZones: TimeZones {
        switch content {
        case .widget(let look): look.timeZones
        case .lines(_, let zones), .timeline(let zones): zones
        }
    }
}
