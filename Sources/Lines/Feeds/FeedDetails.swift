import SubdialBasics

/// The values of an entry as separate fields, for bars that build their own widgets.
package struct FeedDetails: Hashable, Sendable {
    /// The fields, in their order in the line.
    package var fields: [FeedField]
    /// The cleaned id of the line's subject; empty if it is unknown.
    package var subjectID: String
    /// The path of a cover picture on disk; nil if there is none.
    package var artPath: String?
    /// The commands of a menu.
    package var menu: [FeedMenuItem]
    /// The zones for a menu, for formats that show them.
    package var zones: [FeedZone]

    /// Creates details; omitted values are unknown.
    package init(
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
package struct FeedField: Hashable, Sendable {
    /// The value of a field, with cleaned texts.
    package indirect enum Value: Hashable, Sendable {
        case text(String)
        case integer(Int)
        case double(Double)
        case flag(Bool)
        case nothing
        case object([FeedField])
        case list([Value])
    }

    /// The key.
    package var name: String
    /// The value.
    package var value: Value
    /// True for a short field, which is also part of formats with tags.
    package var isTag: Bool

    /// Creates a field.
    package init(_ name: String, _ value: Value, isTag: Bool = false) {
        self.name = name
        self.value = value
        self.isTag = isTag
    }
}

/// A command of a line's menu.
package struct FeedMenuItem: Hashable, Sendable {
    /// The title in the menu.
    package var title: String
    /// The arguments of `subdial control`.
    package var words: String

    /// Creates an item.
    package init(_ title: String, words: String) {
        self.title = title
        self.words = words
    }
}

/// A zone in a menu.
package struct FeedZone: Hashable, Sendable {
    /// The id, with which a command selects the zone.
    package var id: String
    /// The cleaned name, which no other zone has.
    package var name: String
    /// True if the name contains what distinguishes the zone from another one of its name.
    package var isNamesake: Bool
    /// True for the zone that the line shows.
    package var isShown: Bool
    /// True for a zone that the user may not select.
    package var isLocked: Bool

    /// Creates a zone and cleans its name.
    package init(id: String, name: String, isNamesake: Bool = false, isShown: Bool, isLocked: Bool) {
        self.id = id
        self.name = name.cleaned().trimmed()
        self.isNamesake = isNamesake
        self.isShown = isShown
        self.isLocked = isLocked
    }
}
