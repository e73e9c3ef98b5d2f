/// What of a moment stands in a line as fields of their own: for bars that build their own widgets of it.
public struct FeedDetails: Hashable, Sendable {
    /// The fields in the order in which they are written.
    public var fields: [FeedField]
    /// The id of the line's subject, clean; empty where it is not known.
    public var subjectID: String
    /// A picture of the cover on disk; nil where there is none.
    public var artPath: String?
    /// The commands of a menu.
    public var menu: [FeedMenuItem]
    /// The zones that may be chosen, where the format shows them.
    public var zones: [FeedZone]

    /// Makes details; what is left out is not known.
    public init(
        fields: [FeedField] = [], subjectID: String = "", artPath: String? = nil, menu: [FeedMenuItem] = [], zones: [FeedZone] = []
    ) {
        self.fields = fields
        self.subjectID = subjectID
        self.artPath = artPath
        self.menu = menu
        self.zones = zones
    }
}

/// A field of a line.
public struct FeedField: Hashable, Sendable {
    /// A field's value; its texts are clean.
    public indirect enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case double(Double)
        case flag(Bool)
        case nothing
        case object([FeedField])
        case list([Value])
    }

    /// The key.
    public var name: String
    /// The value.
    public var value: Value
    /// True for a field that stands in formats with little room too.
    public var isTag: Bool

    /// Makes a field.
    public init(_ name: String, _ value: Value, isTag: Bool = false) {
        self.name = name
        self.value = value
        self.isTag = isTag
    }
}

/// A command of a line's menu.
public struct FeedMenuItem: Hashable, Sendable {
    /// What the menu calls it.
    public var title: String
    /// Words for `subdial control`.
    public var words: String

    /// Makes an item.
    public init(_ title: String, words: String) {
        self.title = title
        self.words = words
    }
}

/// A zone in a menu.
public struct FeedZone: Hashable, Sendable {
    /// The id, which chooses it.
    public var id: String
    /// The name, clean.
    public var name: String
    /// True for the zone that the line shows.
    public var isShown: Bool
    /// True for a zone that may not be chosen.
    public var isLocked: Bool

    /// Makes a zone; its name is cleaned.
    public init(id: String, name: String, isShown: Bool, isLocked: Bool) {
        self.id = id
        self.name = name.cleaned().trimmed()
        self.isShown = isShown
        self.isLocked = isLocked
    }
}
