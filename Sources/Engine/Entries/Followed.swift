import Logging
import Playback

/// The followed players, or one zone of them.
public struct FollowedPlayers: Hashable, Sendable {
    /// The source's address.
    public var address: String
    /// The zone's id or name; nil for the chosen one.
    public var zone: String?
    /// True if every player is followed separately; `zone` is then ignored.
    public var isForAll: Bool
    /// The rules for zones that may be shown, and for locked ones.
    public var zoneRules: ZoneRules
    /// The limits for the volume.
    public var volumeRules: VolumeRules

    /// Follows the zone of that id or name at `address`; nil for the chosen one.
    public init(
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
public enum Followed: Sendable {
    /// Zones and players.
    case players(FollowedPlayers)
    /// The data of a kind.
    case data(KindInstance)

    /// True if the data arrive on standard input.
    var isStdin: Bool { if case .data(let instance) = self { instance.isStdin } else { false } }
}

extension Hub {
    /// Returns the source of entries for the followed players or kind.
    ///
    /// - Parameters:
    ///   - input: Standard input, for kinds whose data arrive there.
    ///   - logger: The log of the subscriber; nil for the engine's own.
    public nonisolated func entries(
        of followed: Followed, input: AsyncStream<[UInt8]>? = nil, logger: Logger? = nil
    ) -> any EntrySource {
        switch followed {
        case .players(let players): ZoneEntries(hub: self, players: players, logger: logger ?? self.logger)
        case .data(let instance): DataEntries(hub: self, instance: instance, input: input)
        }
    }
}
