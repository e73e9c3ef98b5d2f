import Widgets

/// One snapshot: a case with one entry in one look.
public struct SnapshotSpec: Hashable, Sendable {
    /// What names it: case, entry and look, such as `hero/playing.systemSmall.iphone-15.dark`.
    ///
    /// Words of a look that are what everyone draws stand in no name, so that a matrix can grow without renaming what was there:
    /// `fullColor`, `default`, the device's own text size, English.
    public let id: String
    /// The name that it had where those words stood in names; nil where that is the same.
    public let formerID: String?
    /// The index of its case in the suite.
    public let caseIndex: Int
    /// The entry file or the document, from the root.
    public let entry: String
    /// The words of its look.
    public let family: String, device: String, appearance: String, mode: String, theme: String
    /// nil for the device's own.
    public let typeSize: String?
    /// nil for English.
    public let language: String?
    /// nil for a placement, direction or redaction that nobody chose.
    public let placement: String?, direction: String?, redaction: String?
    /// The details of the look beside these words.
    public let details: LookDetails
    /// The part of the entry that is held.
    public let content: Content

    /// The part of an entry that a snapshot holds.
    public enum Content: Hashable, Sendable {
        /// A widget: its tree, its layout and its picture.
        case widget
        /// The lines that a bar gets, by the name of its format.
        case lines(bar: String)
        /// The timeline that the entry belongs to.
        case timeline
    }

    /// Makes a snapshot; its entry may be one that a judge has been given under that path.
    public init(
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

    /// Makes a snapshot that is a text, and has no look.
    public init(
        id: String, caseIndex: Int = 0, entry: String, details: LookDetails = LookDetails(), content: Content
    ) {
        self.init(
            id: id, caseIndex: caseIndex, entry: entry, family: "", device: "", appearance: "", mode: "", theme: "", details: details,
            content: content)
    }
}
