/// Kicks from the penalty mark (law 10): the agreed number per team, then one per team until a round decides.
package struct Shootout: Hashable, Sendable {
    /// The number of kicks per team before sudden death.
    package let rounds: Int
    /// The team that kicks first.
    private let first: TeamSide
    /// The kicks of each team in order, true if scored.
    package private(set) var kicks = BothSides<[Bool]>(both: [])

    /// Makes kicks from the penalty mark of which none has been taken.
    package init(rounds: Int, first: TeamSide) {
        self.rounds = max(1, rounds)
        self.first = first
    }

    /// The team whose turn it is; nil when decided.
    package var next: TeamSide? {
        guard winner == nil else { return nil }
        return kicks.home.count == kicks.away.count ? first : first.other
    }

    /// The number of the current round, from 1.
    package var round: Int { max(1, min(kicks.home.count, kicks.away.count) + (winner == nil ? 1 : 0), kicks[first].count) }

    /// The goals of a team.
    package func score(_ side: TeamSide) -> Int { kicks[side].count { $0 } }

    /// True when each team has taken the agreed number of kicks.
    private var isComplete: Bool { min(kicks.home.count, kicks.away.count) >= rounds }

    /// True if the agreed number of kicks was not decisive.
    package var isSuddenDeath: Bool { isComplete && (winner == nil || kicks.home.count > rounds) }

    /// The winner: as soon as the other team cannot catch up with its remaining kicks, or after a decisive round of sudden death.
    package var winner: TeamSide? {
        if isComplete || kicks.home.count > rounds || kicks.away.count > rounds {
            guard kicks.home.count == kicks.away.count, score(.home) != score(.away) else { return nil }
            return score(.home) > score(.away) ? .home : .away
        }
        return TeamSide.allCases.first { score($0) > score($0.other) + rounds - kicks[$0.other].count }
    }

    /// Records the next kick; has no effect when decided.
    mutating func kick(scored: Bool) {
        guard let next else { return }
        kicks[next].append(scored)
    }
}
