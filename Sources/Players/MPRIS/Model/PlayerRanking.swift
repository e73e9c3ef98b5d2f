import Playback

/// Which of several players is the one that counts.
///
/// The user's own order decides where there is one, as that of playerctl does. Then what plays goes before what is paused, and that before
/// what is stopped; then applications go before browsers, then what has changed last before what has not.
struct PlayerRanking: Hashable, Sendable {
    /// What is known of a player for this.
    struct Candidate: Hashable, Sendable {
        /// The player's name on the bus, without the part that all players share.
        var name: String
        /// What it is doing.
        var status: PlaybackStatus
        /// When its status or track last changed, as a number that grows.
        var changed = 0
    }

    private let players: [PlayerPattern]
    private let ignored: [PlayerPattern]

    init(_ options: MPRISOptions = MPRISOptions()) {
        players = options.players.map { PlayerPattern($0) }
        ignored = options.ignored.map { PlayerPattern($0) }
    }

    /// Whether the player is left out altogether: by the user's wish, or because it only repeats what another one says.
    func isIgnored(_ name: String) -> Bool {
        if ignored.contains(where: { $0.matches(name) }) { return true }
        let isProxy = name.lowercased() == "playerctld"
        return isProxy && !players.contains { !$0.isAny && $0.matches(name) }
    }

    /// Whether the user's order has a place for the player.
    func admits(_ name: String) -> Bool { !isIgnored(name) && place(of: name) != nil }

    /// Those that may count, the one that does first.
    func ordered(_ candidates: some Sequence<Candidate>) -> [Candidate] {
        candidates.compactMap { candidate in key(of: candidate).map { (candidate, $0) } }
            .sorted { ($0.1, $0.0.name) < ($1.1, $1.0.name) }
            .map(\.0)
    }

    /// The less the better; nil for players that the user's order leaves out.
    private func key(of candidate: Candidate) -> Key? {
        guard !isIgnored(candidate.name), let place = place(of: candidate.name) else { return nil }
        let status =
            switch candidate.status {
            case .playing, .loading: 0
            case .paused: 1
            case .stopped: 2
            case .unknown: 3
            }
        return Key(parts: [place, status, PlayerName.isBrowser(candidate.name) ? 1 : 0, -candidate.changed])
    }

    private struct Key: Comparable {
        let parts: [Int]
        static func < (left: Key, right: Key) -> Bool { left.parts.lexicographicallyPrecedes(right.parts) }
    }

    /// Where the user's order has the player: at the first pattern that names it, and only then where it has `%any`.
    private func place(of name: String) -> Int? {
        if players.isEmpty { return 0 }
        return players.firstIndex { !$0.isAny && $0.matches(name) } ?? players.firstIndex(where: \.isAny)
    }
}
