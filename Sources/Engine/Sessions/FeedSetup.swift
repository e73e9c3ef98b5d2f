import Feeds
import NowPlaying
import Timeline

/// What one feed follows, and how its lines are wanted.
public struct FeedSetup: Sendable {
    /// How its lines are wanted.
    public var options: FeedOptions
    /// What is followed.
    public var followed: Followed
    /// Where a picture of the cover is kept; nil where nobody wants one.
    public var art: ArtSettings?
    /// The folder of the covers that have a path of their own.
    public var coverFolder: String
    /// The file that takes the lines instead of stdout; nil where they go there.
    public var output: String?
    /// What relative paths in commands start from.
    public var workingFolder: String

    /// Makes a setup of lines that show what is followed.
    public init(
        options: FeedOptions, following followed: Followed, art: ArtSettings? = nil, coverFolder: String = "/", output: String? = nil,
        workingFolder: String = "/"
    ) {
        self.options = options
        self.followed = followed
        self.art = art ?? (options.needsArtPath ? ArtSettings() : nil)
        self.coverFolder = coverFolder
        self.output = output
        self.workingFolder = workingFolder
    }

    /// The schema of the entries that are shown.
    public var schema: EntrySchema {
        switch followed {
        case .players: .nowPlaying
        case .data(let instance): instance.kind.schema
        }
    }

    /// Makes a setup that follows `zone`, by id or name, of the source at `address`; nil for the chosen zone.
    public init(options: FeedOptions, address: String, zone: String? = nil, art: ArtSettings? = nil, coverFolder: String = "/") {
        self.init(
            options: options, following: .players(FollowedPlayers(address: address, zone: zone)), art: art, coverFolder: coverFolder)
    }
}
