/// The subject of an entry: a zone, a player, a place, a match.
public struct Subject: Hashable, Sendable {
    /// The ID as spelled by the source of the subject.
    public var id: String
    /// The display name; the ID if there is none.
    public var name: String
    /// The source of the subject: `roon`, `lms`, …; nil if it is unknown.
    public var source: String?
    /// True if the owner has locked it: its name is visible, its content is not.
    public var isLocked: Bool

    /// Creates a subject; without `name`, the ID is its name.
    public init(id: String, name: String? = nil, source: String? = nil, isLocked: Bool = false) {
        self.id = id
        self.name = name ?? id
        self.source = source
        self.isLocked = isLocked
    }
}
