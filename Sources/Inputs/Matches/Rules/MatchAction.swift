/// An action in a match: one line of its log.
package enum MatchAction: Hashable, Sendable, Codable {
    /// Starts the next period, or the kicks from the penalty mark.
    ///
    /// `first` is the team that kicks off or kicks first; nil for the team according to the rules.
    case start(first: TeamSide?)
    case pause
    case resume
    /// Ends the period; another one follows.
    case periodEnd
    case goal(TeamSide, GoalType, MatchPlayer)
    case card(TeamSide, MatchCard, CardRecipient, reason: String?)
    case substitution(TeamSide, out: MatchPlayer, in: MatchPlayer)
    /// A kick from the penalty mark by the team whose turn it is.
    case penalty(scored: Bool, MatchPlayer)
    /// The added minutes that the fourth official shows; 0 clears them.
    case added(minutes: Int)
    case end(isAbandoned: Bool)
}

/// The type of a goal; the raw values are RefWatch's.
package enum GoalType: String, Hashable, Sendable, Codable, CaseIterable {
    case goal = "Goal"
    /// The scorer plays for the other team.
    case ownGoal = "Own Goal"
    case penalty = "Penalty"
    case freeKick = "Free Kick"
}

/// The colour of a card; the raw values are RefWatch's.
package enum MatchCard: String, Hashable, Sendable, Codable, CaseIterable {
    case yellow = "Yellow"
    case red = "Red"
}

/// A player, as far as known.
package struct MatchPlayer: Hashable, Sendable, Codable {
    /// The shirt number, 0 to 999; nil if unknown.
    package var number: Int?
    /// The name; nil if unknown.
    package var name: String?

    /// Makes a player.
    package init(_ number: Int? = nil, name: String? = nil) {
        self.number = number
        self.name = name.map(MatchText.clean).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The player's key within the team: the number, or else the name in lower case; nil for an unknown player.
    var key: String? { number.map { "#\($0)" } ?? name?.lowercased() }

    /// `Kane`, `No. 9`, or nil if both are unknown.
    package var text: String? { name ?? number.map { "No. \($0)" } }
}

/// The recipient of a card.
package enum CardRecipient: Hashable, Sendable, Codable {
    case player(MatchPlayer)
    case official(TeamOfficial, name: String?)

    /// The player; nil for an official.
    package var player: MatchPlayer? {
        if case .player(let player) = self { player } else { nil }
    }

    /// The recipient's key within the team; nil for an unknown player.
    var key: String? {
        switch self {
        case .player(let player): player.key
        case .official(let role, let name): "\(role.rawValue) \(name?.lowercased() ?? "")"
        }
    }
}

/// The role of a team official; the raw values are RefWatch's.
package enum TeamOfficial: String, Hashable, Sendable, Codable, CaseIterable {
    case manager = "Manager"
    case assistantManager = "Assistant Manager"
    case coach = "Coach"
    case physio = "Physio"
    case doctor = "Doctor"
}

extension MatchAction {
    /// Checks the lengths of all texts and the shirt numbers.
    ///
    /// - Throws: `setting` for the first value that is out of range.
    func check() throws(MatchError) {
        var players: [MatchPlayer] = []
        var texts: [(String, String?, Int)] = []
        switch self {
        case .goal(_, _, let player), .penalty(_, let player): players = [player]
        case .substitution(_, let out, let player): players = [out, player]
        case .card(_, _, let recipient, let reason):
            texts.append(("reason", reason, 200))
            switch recipient {
            case .player(let player): players = [player]
            case .official(_, let name): texts.append(("official", name, 80))
            }
        case .start, .pause, .resume, .periodEnd, .added, .end: return
        }
        for player in players {
            texts.append(("player", player.name, 80))
            if let number = player.number, !(0...999).contains(number) { throw .setting("number", "a shirt's number from 0 to 999") }
        }
        for (name, text, letters) in texts {
            if let text, !MatchText.fits(text, letters: letters) { throw .setting(name, "1 to \(letters) letters") }
        }
    }
}
