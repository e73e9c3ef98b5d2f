import Logging
import Playback

/// The players that are followed, and which of them.
public struct FollowedPlayers: Hashable, Sendable {
    /// The source's address.
    public var address: String
    /// The zone's id or name; nil for the chosen one.
    public var zone: String?
    /// True where every player counts by itself, and `zone` does not.
    public var isForAll: Bool
    /// Which zones may be shown, and which by their name alone.
    public var zoneRules: ZoneRules
    /// How loud they may be made.
    public var volumeRules: VolumeRules

    /// Makes the zone of that id or name at `address`; nil for the chosen one.
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

    /// True where the data come on standard input.
    var isStdin: Bool { if case .data(let instance) = self { instance.isStdin } else { false } }
}

extension Hub {
    /// The entries of what is followed.
    ///
    /// - Parameters:
    ///   - input: Standard input, for kinds whose data come there.
    ///   - logger: The log of whoever follows it; nil for the engine's own.
    public nonisolated func entries(
        of followed: Followed, input: AsyncStream<[UInt8]>? = nil, logger: Logger? = nil
    ) -> any EntrySource {
        switch followed {
        case .players(let players): ZoneEntries(hub: self, players: players, logger: logger ?? self.logger)
        case .data(let instance): DataEntries(hub: self, instance: instance, input: input)
        }
    }
}
