import Playback
import Players

extension SourceAddress {
    /// The addresses that it holds, in the order given; itself where it is one.
    var parts: [SourceAddress] {
        if case .several(let addresses) = self { addresses.flatMap(\.parts) } else { [self] }
    }

    /// The zone that stands for the whole of a player's address; nil for a bridge, which has rooms.
    var playerZone: ZoneID? {
        switch self {
        case .bridge, .several: nil
        case .mpris: MPRISSource.countedZone
        case .mpd(let address): address.zone
        case .vlc(let address): address.zone
        case .file(let address): address.zone(nil)
        }
    }

    /// True where the zone is one of this address alone, a bridge's being whatever no player has.
    func has(_ zone: ZoneID) -> Bool {
        guard let own = playerZone?.rawValue else { return !isPlayer }
        return zone.rawValue == own || zone.rawValue.hasPrefix(isDesktop ? own + ":" : own + "#")
    }

    /// True where the zone is a player's: it gives way to another when it exits, which a room of a bridge never does.
    func isPlayer(_ zone: ZoneID) -> Bool { parts.contains { $0.isPlayer && $0.has(zone) } }

    private var isPlayer: Bool { playerZone != nil }

    private var isDesktop: Bool { if case .mpris = self { true } else { false } }
}
