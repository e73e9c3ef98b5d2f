import Playback

/// What of a moment stands in a line as fields of their own: for bars that build their own widgets of it.
///
/// Texts are clean, and empty where they are not known.
public struct FeedDetails: Hashable, Sendable {
    /// Fields of the track.
    public var title = "", artist = "", album = ""
    /// The zone's name and id, and what serves it.
    public var zone = "", zoneID = "", source = ""
    /// Whole seconds; nil where they are not known.
    public var elapsed: Int?, length: Int?
    /// The volume; nil where it is fixed or not known.
    public var volume: Volume?
    /// `live`, `stale`, `offline` or `zone-missing`.
    public var connection = ""
    /// A picture of the cover on disk; nil where there is none.
    public var artPath: String?
    /// The zones that may be chosen, where the format shows them.
    public var zones: [FeedZone] = []

    /// Nothing known.
    public init() {}
}

/// A zone in a menu.
public struct FeedZone: Hashable, Sendable {
    /// The id, which chooses it.
    public var id: String
    /// The name, clean.
    public var name: String
    /// Whether the line shows this one.
    public var isShown: Bool
    /// Whether it may not be chosen.
    public var isLocked: Bool

    /// Makes a zone; its name is cleaned.
    public init(id: String, name: String, isShown: Bool, isLocked: Bool) {
        self.id = id
        self.name = name.cleaned().trimmed()
        self.isShown = isShown
        self.isLocked = isLocked
    }
}
