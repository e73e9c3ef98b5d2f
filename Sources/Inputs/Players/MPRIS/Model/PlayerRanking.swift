import SubdialPlayback

/// The order of players by which the active one is chosen.
///
/// Players that have something to show precede all others: a track that plays, loads or is paused. Within each of these groups, the user's order
/// comes first, as in playerctl. Then ``PlaybackStatus/activityRank(hasTrack:)`` counts: playing players precede paused and those precede stopped
/// ones. Then applications precede browsers, and then the most recent change comes first.
struct PlayerRanking: Hashable, Sendable {
    /// The properties of a player that determine its rank.
    struct Candidate: Hashable, Sendable {
        /// The bus name without the prefix that all players share.
        var name: String
        /// The playback status.
        var status: PlaybackStatus
        /// True if the player has a track.
        var hasTrack = true
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
        let rank = candidate.status.activityRank(hasTrack: candidate.hasTrack)
        let isShown = rank <= PlaybackStatus.lastShownRank
        return Key(parts: [isShown ? 0 : 1, place, rank, PlayerName.isBrowser(candidate.name) ? 1 : 0, -candidate.changed])
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
