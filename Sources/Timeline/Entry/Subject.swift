/// What an entry tells of: a zone, a player, a place, a match.
public struct Subject: Hashable, Sendable {
    /// The id as the subject's source spells it.
    public var id: String
    /// The name for people; the id where there is none.
    public var name: String
    /// What serves it: `roon`, `lms`, …; nil where it is not known.
    public var source: String?
    /// True where its owner has locked it: it is named, and nothing of its content is shown.
    public var isLocked: Bool

    /// Makes a subject; without `name` it is called by its id.
    public init(id: String, name: String? = nil, source: String? = nil, isLocked: Bool = false) {
        self.id = id
        self.name = name ?? id
        self.source = source
        self.isLocked = isLocked
    }
}
