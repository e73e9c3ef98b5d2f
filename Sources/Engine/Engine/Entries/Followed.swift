import FoundationEssentials
import Logging
import SubdialConcurrency
import SubdialFeeds
import SubdialKinds
import SubdialPlayback
import SubdialTimeline

/// The followed players, or one zone of them.
package struct FollowedPlayers: Hashable, Sendable {
    /// The source's address.
    package var address: String
    /// The zone's id or name; nil for the chosen one.
    package var zone: String?
    /// True if every player is followed separately; `zone` is then ignored.
    package var isForAll: Bool
    /// The rules for zones that may be shown, and for locked ones.
    package var zoneRules: ZoneRules
    /// The limits for the volume.
    package var volumeRules: VolumeRules

    /// Follows the zone of that id or name at `address`; nil for the chosen one.
    package init(
        address: String, zone: String? = nil, isForAll: Bool = false, zoneRules: ZoneRules = ZoneRules(),
        volumeRules: VolumeRules = VolumeRules()
    ) {
        self.address = address
        self.zone = zone
        self.isForAll = isForAll
        self.zoneRules = zoneRules
        self.volumeRules = volumeRules
    }
}

/// The players, or the kind, that a feed or a picture follows.
package enum Followed: Sendable {
    /// Zones and players.
    case players(FollowedPlayers)
    /// The data of a kind.
    case data(KindInstance)

    /// True if the data arrive on standard input.
    package var isStdin: Bool { if case .data(let instance) = self { instance.input != nil } else { false } }
}

extension Hub {
    /// Returns the source of entries for the followed players or kind.
    ///
    /// - Parameters:
    ///   - input: Standard input, for kinds whose data arrive there.
    ///   - logger: The log of the subscriber; nil for the engine's own.
    package nonisolated func entries(
        of followed: Followed, input: AsyncStream<[UInt8]>? = nil, logger: Logger? = nil
    ) -> any EntrySource {
        switch followed {
        case .players(let players): ZoneEntries(hub: self, players: players, logger: logger ?? self.logger)
        case .data(let instance): DataEntries(hub: self, instance: instance, input: input)
        }
    }
}
