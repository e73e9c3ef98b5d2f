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
    /// The main values of the look.
    package let family: String, device: String, appearance: String, mode: String, theme: String
    /// The text size; nil for the device's own.
    package let typeSize: String?
    /// The language; nil for English.
    package let language: String?
    /// The placement, direction and redaction; nil for defaults.
    package let placement: String?, direction: String?, redaction: String?
    /// The other details of the look.
    package let details: LookDetails
    /// The compared content.
    package let content: Content

    /// The content of a snapshot.
    package enum Content: Hashable, Sendable {
        /// A widget: its tree, its layout and its picture.
        case widget
        /// The lines of a bar, by the name of its format.
        case lines(bar: String)
        /// The timeline of the entry.
        case timeline
    }

    /// Makes a snapshot; the entry's path may stand for an entry that a judge was given.
    package init(
        id: String, formerID: String? = nil, caseIndex: Int = 0, entry: String, family: String, device: String, appearance: String,
        mode: String, theme: String, typeSize: String? = nil, language: String? = nil, placement: String? = nil, direction: String? = nil,
        redaction: String? = nil, details: LookDetails = LookDetails(), content: Content = .widget
    ) {
        self.id = id
        self.formerID = formerID == id ? nil : formerID
        self.caseIndex = caseIndex
        self.entry = entry
        self.family = family
        self.device = device
        self.appearance = appearance
        self.mode = mode
        self.theme = theme
        self.typeSize = typeSize
        self.language = language
        self.placement = placement
        self.direction = direction
        self.redaction = redaction
        self.details = details
        self.content = content
    }

    /// Makes a snapshot of a text, which has no look.
    package init(
        id: String, caseIndex: Int = 0, entry: String, details: LookDetails = LookDetails(), content: Content
    ) {
        self.init(
            id: id, caseIndex: caseIndex, entry: entry, family: "", device: "", appearance: "", mode: "", theme: "", details: details,
            content: content)
    }
}
