import FoundationEssentials
import SubdialExpressions
import SubdialMatches
import Testing

/// A match as lines: `12:30 goal home 9`, with the time since the first kick-off.
struct MatchScript {
    /// The wall clock at 0:00.
    static let zero = Date(timeIntervalSince1970: 1_780_310_400)

    var match: Match

    init(_ lines: String = "", _ change: (inout MatchSettings) -> Void = { _ in }) throws {
        var settings = MatchSettings(home: MatchTeam("Union"), away: MatchTeam("Hertha"))
        change(&settings)
        match = try Match(settings, id: UUID(uuidString: "4B717AFB-79FD-410F-B8A9-2DA808A39E2C") ?? UUID())
        for line in lines.split(separator: "\n") { try play(String(line)) }
    }

    static func date(_ time: Substring) -> Date {
        let parts = time.split(separator: ":").compactMap { Double($0) }
        return zero.addingTimeInterval(parts.reduce(0) { $0 * 60 + $1 } * (parts.count == 1 ? 60 : 1))
    }

    mutating func play(_ line: String) throws {
        let words = line.split(separator: " ")
        let date = Self.date(words[0])
        try match.apply(try #require(Self.action(words.dropFirst().map(String.init))), at: date, wallDate: date)
    }

    static func action(_ words: [String]) -> MatchAction? {
        let side = words.count > 1 ? TeamSide(rawValue: words[1]) : nil
        func player(_ index: Int) -> MatchPlayer {
            guard words.count > index else { return MatchPlayer() }
            return Int(words[index]).map { MatchPlayer($0) } ?? MatchPlayer(name: words[index])
        }
        switch (words[0], side) {
        case ("start", _): return .start(first: side)
        case ("pause", _): return .pause
        case ("resume", _): return .resume
        case ("break", _): return .periodEnd
        case ("goal", let side?): return .goal(side, .goal, player(2))
        case ("own", let side?): return .goal(side, .ownGoal, player(2))
        case ("spot", let side?): return .goal(side, .penalty, player(2))
        case ("yellow", let side?): return .card(side, .yellow, .player(player(2)), reason: nil)
        case ("red", let side?): return .card(side, .red, .player(player(2)), reason: nil)
        case ("bench", let side?): return .card(side, .red, .official(.manager, name: nil), reason: "Dissent")
        case ("caution", let side?): return .card(side, .yellow, .official(.coach, name: nil), reason: nil)
        case ("sub", let side?): return .substitution(side, out: player(2), in: player(3))
        case ("scored", _): return .penalty(scored: true, player(1))
        case ("missed", _): return .penalty(scored: false, player(1))
        case ("added", _): return .added(minutes: Int(words[1]) ?? 0)
        case ("end", _): return .end(isAbandoned: false)
        case ("abandon", _): return .end(isAbandoned: true)
        default: return nil
        }
    }
}

extension Value {
    /// The members of a map; nil for other values.
    var members: [String: Value]? { if case .map(let members) = self { members } else { nil } }

    /// The elements of a list; nil for other values.
    var elements: [Value]? { if case .list(let elements) = self { elements } else { nil } }
}
