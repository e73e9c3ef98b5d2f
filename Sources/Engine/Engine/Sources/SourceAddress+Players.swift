import SubdialPlayback
import SubdialPlayers

extension SourceAddress {
    /// The addresses in it, in the given order; the address itself if it is a single one.
    var parts: [SourceAddress] {
        if case .several(let addresses) = self { addresses.flatMap(\.parts) } else { [self] }
    }

    /// The zone that represents a player's address; nil for a bridge, which has rooms.
    var playerZone: ZoneID? {
        switch self {
        case .bridge, .several: nil
        case .mpris: MPRISSource.countedZone
        case .mpd(let address): address.zone
        case .vlc(let address): address.zone
        case .file(let address): address.zone(nil)
        }
    }

    /// True if the zone belongs to this single address; a bridge's address has every zone that is not a player's.
    func has(_ zone: ZoneID) -> Bool {
        guard let own = playerZone?.rawValue else { return !isPlayer }
        return zone.rawValue == own || zone.rawValue.hasPrefix(isDesktop ? own + ":" : own + "#")
    }

    /// True if the zone is a player's, which is replaced by another when it exits; a bridge's room never is.
    func isPlayer(_ zone: ZoneID) -> Bool { parts.contains { $0.isPlayer && $0.has(zone) } }

    private var isPlayer: Bool { playerZone != nil }

    private var isDesktop: Bool { if case .mpris = self { true } else { false } }
}
