import FoundationEssentials
import Logging
import SubdialBasics
import SubdialConcurrency
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialSystem
import SubdialTimeline
import Synchronization

/// The subject and the line settings of a feed.
package struct FeedSetup: Sendable {
    /// The settings of the lines.
    package var options: FeedOptions
    /// The followed players or kind.
    package var followed: Followed
    /// The settings of the cover file; nil if none is needed.
    package var art: ArtSettings?
    /// The folder of the cover files that have a path for each cover; nil to show no covers.
    package var coverFolder: PrivateFolder?
    /// The path of the file that receives the lines instead of stdout; nil for stdout.
    package var output: String?
    /// The folder to which relative paths in commands refer.
    package var workingFolder: String
    /// The path of the configuration file, which is followed while the line is a fault; nil for none.
    package var configuration: String?

    /// Creates a setup for the lines of what is followed.
    package init(
        options: FeedOptions, following followed: Followed, art: ArtSettings? = nil, coverFolder: PrivateFolder? = nil,
        output: String? = nil, workingFolder: String = "/", configuration: String? = nil
    ) {
        self.options = options
        self.followed = followed
        self.art = art ?? (options.needsArtPath ? ArtSettings() : nil)
        self.coverFolder = coverFolder
        self.output = output
        self.workingFolder = workingFolder
        self.configuration = configuration
    }

    /// Makes the feed's covers; nil if it has none.
    ///
    /// - Parameter changed: Receives the path of the cover's own file; nil while there is none.
    func cover(logger: Logger, reports: PictureReports, changed: @escaping @Sendable (String?) -> Void = { _ in }) -> FeedCover? {
        guard let art, let coverFolder else { return nil }
        return FeedCover(art, folder: coverFolder, workingFolder: workingFolder, logger: logger, reports: reports, changed: changed)
    }

    /// The schema of the entries.
    package var schema: EntrySchema {
        switch followed {
        case .players: .nowPlaying
        case .data(let instance): instance.kind.schema
        }
    }

    /// Creates a setup that follows `zone`, by id or name, of the source at `address`; nil for the chosen zone.
    package init(
        options: FeedOptions, address: String, zone: String? = nil, art: ArtSettings? = nil, coverFolder: PrivateFolder? = nil
    ) {
        self.init(
            options: options, following: .players(FollowedPlayers(address: address, zone: zone)), art: art, coverFolder: coverFolder)
    }
}
