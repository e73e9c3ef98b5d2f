import Feeds
import Playback

/// What one feed follows, and how its lines are wanted.
public struct FeedSetup: Sendable {
    /// How its lines are wanted.
    public var options: FeedOptions
    /// The source's address.
    public var address: String
    /// The zone's id or name; nil for the chosen one.
    public var zone: String?
    /// True where every player has lines of its own, and `zone` does not count.
    public var isForAllPlayers: Bool
    /// Which zones may be shown, and which by their name alone.
    public var zoneRules: ZoneRules
    /// How loud clicks may make them.
    public var volumeRules: VolumeRules
    /// Where a picture of the cover is kept; nil where nobody wants one.
    public var art: ArtSettings?
    /// The folder of the covers that have a path of their own.
    public var coverFolder: String
    /// The file that takes the lines instead of stdout; nil where they go there.
    public var output: String?
    /// What relative paths in commands start from.
    public var workingFolder: String

    /// Makes a setup that follows `zone`, by id or name, of the source at `address`; nil for the chosen zone.
    public init(
        options: FeedOptions, address: String, zone: String? = nil, isForAllPlayers: Bool = false, zoneRules: ZoneRules = ZoneRules(),
        volumeRules: VolumeRules = VolumeRules(), art: ArtSettings? = nil, coverFolder: String = "/", output: String? = nil,
        workingFolder: String = "/"
    ) {
        self.options = options
        self.address = address
        self.zone = zone
        self.isForAllPlayers = isForAllPlayers
        self.zoneRules = zoneRules
        self.volumeRules = volumeRules
        self.art = art ?? (options.needsArtPath ? ArtSettings() : nil)
        self.coverFolder = coverFolder
        self.output = output
        self.workingFolder = workingFolder
    }
}
