import SubdialPlayback

/// The order of players by which the active one is chosen.
///
/// The user's order comes first, as in playerctl. Then playing players precede paused and those precede stopped ones; then applications
/// precede browsers; then the most recent change comes first.
struct PlayerRanking: Hashable, Sendable {
    /// The properties of a player that determine its rank.
    struct Candidate: Hashable, Sendable {
        /// The bus name without the prefix that all players share.
        var name: String
        /// The playback status.
        var status: PlaybackStatus
        /// A sequence number of the last change of status or track; it increases.
        var changed = 0
    }

    private let players: [PlayerPattern]
    private let ignored: [PlayerPattern]

    init(_ options: MPRISOptions = MPRISOptions()) {
        players = options.players.map { PlayerPattern($0) }
        ignored = options.ignored.map { PlayerPattern($0) }
    }

    /// True if the player is ignored: the user excludes it, or it is the proxy playerctld, which only mirrors another player.
    func isIgnored(_ name: String) -> Bool {
        if ignored.contains(where: { $0.matches(name) }) { return true }
        let isProxy = name.lowercased() == "playerctld"
        return isProxy && !players.contains { !$0.isAny && $0.matches(name) }
    }

    /// True if the user's order includes the player.
    func admits(_ name: String) -> Bool { !isIgnored(name) && place(of: name) != nil }

    /// The candidates that may be active, in the order of their rank.
    func ordered(_ candidates: some Sequence<Candidate>) -> [Candidate] {
        candidates.compactMap { candidate in key(of: candidate).map { (candidate, $0) } }
            .sorted { ($0.1, $0.0.name) < ($1.1, $1.0.name) }
            .map(\.0)
    }

    /// The rank, lower is better; nil for players that the user's order excludes.
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

    /// The index of the first pattern that matches the player by name, or else of `%any`.
    private func place(of name: String) -> Int? {
        if players.isEmpty { return 0 }
        return players.firstIndex { !$0.isAny && $0.matches(name) } ?? players.firstIndex(where: \.isAny)
    }
}
