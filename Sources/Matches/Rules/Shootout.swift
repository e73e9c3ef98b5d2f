/// Kicks from the penalty mark (law 10): each team has as many as agreed, then one a round until a round decides.
public struct Shootout: Hashable, Sendable {
    /// Kicks of each team before sudden death.
    public let rounds: Int
    /// The team that kicks first.
    public let first: TeamSide
    /// The kicks of each team in their order, true where scored.
    public private(set) var kicks = BothSides<[Bool]>(both: [])

    /// Makes kicks of which none is taken.
    public init(rounds: Int, first: TeamSide) {
        self.rounds = max(1, rounds)
        self.first = first
    }

    /// The team whose turn it is; nil once it is decided.
    public var next: TeamSide? {
        guard winner == nil else { return nil }
        return kicks.home.count == kicks.away.count ? first : first.other
    }

    /// The number of the round that is being taken, from 1.
    public var round: Int { max(1, min(kicks.home.count, kicks.away.count) + (winner == nil ? 1 : 0), kicks[first].count) }

    /// Goals of a team.
    public func score(_ side: TeamSide) -> Int { kicks[side].count { $0 } }

    /// True once each team has had its agreed number of kicks.
    private var isComplete: Bool { min(kicks.home.count, kicks.away.count) >= rounds }

    /// True once the agreed number of kicks has not decided it.
    public var isSuddenDeath: Bool { isComplete && (winner == nil || kicks.home.count > rounds) }

    /// The team that has won: as soon as the other cannot come up with the kicks it has left, or by a round of sudden death.
    public var winner: TeamSide? {
        if isComplete || kicks.home.count > rounds || kicks.away.count > rounds {
            guard kicks.home.count == kicks.away.count, score(.home) != score(.away) else { return nil }
            return score(.home) > score(.away) ? .home : .away
        }
        return TeamSide.allCases.first { score($0) > score($0.other) + rounds - kicks[$0.other].count }
    }

    /// Takes the next kick; nothing once it is decided.
    mutating func kick(scored: Bool) {
        guard let next else { return }
        kicks[next].append(scored)
    }
}
