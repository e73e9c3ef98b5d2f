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
        for word in words {
            let address = try Self.one(word)
            if !addresses.contains(address) { addresses.append(address) }
        }
        self = addresses.count == 1 ? addresses[0] : .several(addresses)
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

    /// The zone that a single source shows without a choice: the active player of the desktop, or the source's only one.
    ///
    /// nil for a bridge, which has rooms, for messages, which may be about several players, and for several sources.
    var standingZone: Zone? {
        switch self {
        case .bridge, .file, .several: nil
        case .mpris: Zone(id: MPRISSource.countedZone, name: ZoneSelection.active.name)
        case .mpd(let address): Zone(id: address.zone, name: address.name)
        case .vlc(let address): Zone(id: address.zone, name: address.name)
        }
    }

    /// True for a single bridge.
    var isBridge: Bool { if case .bridge = self { true } else { false } }

    /// The index in ``parts`` of the source to which a zone belongs; nil if it belongs to none of them.
    ///
    /// All zones that are not a player's belong to a bridge: those whose ids end with a bridge's mark to that one, all others to the first.
    func place(of zone: ZoneID) -> Int? {
        let parts = parts
        // An id may begin with that of another player: `mpd:nas:6601` and `mpd:nas`.
        let player = parts.firstIndex { $0.playerZone == zone } ?? parts.firstIndex { $0.isPlayer(having: zone) }
        // A mark may end with that of another bridge, because a path may contain an at sign.
        return player ?? marks.filter { zone.rawValue.hasSuffix($0.mark) }.max { $0.mark.utf8.count < $1.mark.utf8.count }?.place
    }

    /// The id, among the zones of all sources, of a zone that the source at `place` lists as `own`.
    func id(of own: ZoneID, at place: Int) -> ZoneID { ZoneID(own.rawValue + mark(at: place)) }

    /// The id by which the source at `place` knows a zone.
    func ownID(of zone: ZoneID, at place: Int) -> ZoneID {
        let mark = mark(at: place)
        return zone.rawValue.hasSuffix(mark) ? ZoneID(String(zone.rawValue.dropLast(mark.count))) : zone
    }

    /// The index in ``parts`` of the bridge whose zones keep their ids; nil if there is no bridge.
    var firstBridge: Int? { marks.first?.place }

    /// True if the zone is a player's, which is replaced by another when it exits; a bridge's room never is.
    func isPlayer(_ zone: ZoneID) -> Bool { parts.contains { $0.isPlayer(having: zone) } }

    /// The index in ``parts`` of each bridge, and the end of its zones' ids: empty for the first bridge, `@nas.local:8088` for another one.
    ///
    /// It depends on the addresses alone: the ids stay the same while a bridge is away.
    private var marks: [(place: Int, mark: String)] {
        var marks: [(place: Int, mark: String)] = []
        for (place, part) in parts.enumerated() {
            guard case .bridge(let address) = part else { continue }
            let text = address.text.hasPrefix("http://") ? String(address.text.dropFirst("http://".count)) : address.text
            marks.append((place, marks.isEmpty ? "" : "@\(text)"))
        }
        return marks
    }

    private func mark(at place: Int) -> String { marks.first { $0.place == place }?.mark ?? "" }

    /// True if this is the address of a player, and the zone is one of it.
    private func isPlayer(having zone: ZoneID) -> Bool {
        guard let own = playerZone?.rawValue else { return false }
        return zone.rawValue == own || zone.rawValue.hasPrefix(isDesktop ? own + ":" : own + "#")
    }

    private var isDesktop: Bool { if case .mpris = self { true } else { false } }
}
