import SubdialBasics
import SubdialBridge
import SubdialHTTP
import SubdialPlayback
import SubdialPlayers

/// The address of a source: a bridge, the players of this desktop, other players, or several of them.
///
/// As text: `http://nas.local:8088`, `mpris:`, `mpd:`, `mpd://nas.local`, `vlc:`, `file:/run/now.jsonl`; several are separated by spaces.
package enum SourceAddress: Hashable, Sendable {
    case bridge(BridgeAddress)
    /// The players on a session bus.
    case mpris(MPRISOptions)
    case mpd(MPDAddress)
    /// VLC with its web interface.
    case vlc(VLCAddress)
    /// Messages in a file, a FIFO or on standard input.
    case file(MessageFileAddress)
    /// Several addresses, with the zones of all of them.
    case several([SourceAddress])

    /// Parses an address.
    ///
    /// - Throws: `SourceError.badAddress` with the correct form.
    package init(_ text: String) throws(SourceError) {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1 else {
            self = try Self.one(words.first ?? text)
            return
        }
        var addresses: [SourceAddress] = []
        for word in words { addresses.append(try Self.one(word)) }
        self = .several(addresses)
    }

    private static func one(_ text: String) throws(SourceError) -> SourceAddress {
        if text == "mpris" || text.hasPrefix("mpris:") { return .mpris(try mpris(String(text.dropFirst("mpris:".count)), text)) }
        if text == "mpd" || text.hasPrefix("mpd:") { return .mpd(try MPDAddress(text == "mpd" ? "mpd:" : text)) }
        if text == "vlc" || text.hasPrefix("vlc:") { return .vlc(try VLCAddress(text == "vlc" ? "vlc:" : text)) }
        if text.hasPrefix("file:") { return .file(try MessageFileAddress(text)) }
        return .bridge(try BridgeAddress(text))
    }

    /// Parses the query of an MPRIS address: `?players=mpv,vlc&ignored=firefox&bus=unix:path=/run/user/1000/bus`, percent-encoded.
    private static func mpris(_ query: String, _ text: String) throws(SourceError) -> MPRISOptions {
        var options = MPRISOptions()
        guard !query.isEmpty else { return options }
        guard query.hasPrefix("?") else { throw .badAddress(text, reason: "behind 'mpris:' stands nothing, or '?players=NAME,NAME'") }
        for part in query.dropFirst().split(separator: "&") {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, let value = pair[1].percentDecoded else {
                throw .badAddress(text, reason: "'\(part)' should be a name, '=' and a value")
            }
            let names = pair[1].split(separator: ",").compactMap { $0.percentDecoded }
            switch pair[0] {
            case "players": options.players = names
            case "ignored": options.ignored = names
            case "bus": options.address = value
            default: throw .badAddress(text, reason: "there is no '\(pair[0])'; there are players, ignored and bus")
            }
        }
        return options
    }

    /// The normalized address, which identifies it, without passwords.
    package var text: String {
        switch self {
        case .bridge(let address): address.text
        case .mpd(let address): address.text
        case .vlc(let address): address.text
        case .file(let address): address.text
        case .several(let addresses): addresses.map(\.text).joined(separator: " ")
        case .mpris(let options): "mpris:" + options.query
        }
    }
}

extension MPRISOptions {
    /// The options in the form that ``SourceAddress`` parses.
    fileprivate var query: String {
        let lists = [("players", players), ("ignored", ignored), ("bus", address.map { [$0] } ?? [])]
        let parts = lists.compactMap { name, values -> String? in
            values.isEmpty ? nil : "\(name)=\(values.map(\.percentEncoded).joined(separator: ","))"
        }
        return parts.isEmpty ? "" : "?" + parts.joined(separator: "&")
    }
}

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
