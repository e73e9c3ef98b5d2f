import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialTimeline

/// A match in RefWatch's `completed_matches.json`.
///
/// ``json`` contains all of its members, including unknown ones.
package struct CompletedMatch: Hashable, Sendable {
    /// The match as it is in the file.
    package let json: JSONValue
    /// The id as it is in the file.
    package let id: String
    /// The version of the format; 1 if the file contains none.
    package let schemaVersion: Int
    /// When the match ended.
    package let completedAt: Date
    /// The teams' names.
    package let names: BothSides<String>
    /// The goals, without kicks from the penalty mark.
    package let score: BothSides<Int>

    /// Decodes a match.
    ///
    /// - Throws: `wrong` with the path of the first invalid value.
    package init(_ json: JSONValue, path: String = "") throws(MatchError) {
        func require<T>(_ value: T?, _ key: String, _ what: String) throws(MatchError) -> T {
            guard let value else { throw .wrong(path: path.isEmpty ? key : "\(path).\(key)", reason: "\(what) is missing") }
            return value
        }
        self.json = json
        id = try require(json["id"]?.string, "id", "the match's identity")
        schemaVersion = Int(saturating: json["schemaVersion"]?.number ?? 1)
        completedAt = try require(RefWatchDate.date(json["completedAt"]), "completedAt", "an ISO 8601 date or seconds since 2001")
        let match = try require(json["match"], "match", "the match")
        names = BothSides(
            home: try require(match["homeTeam"]?.string, "match.homeTeam", "the home team's name"),
            away: try require(match["awayTeam"]?.string, "match.awayTeam", "the away team's name"))
        score = BothSides(
            home: try require(match.count("homeScore"), "match.homeScore", "the home team's goals"),
            away: try require(match.count("awayScore"), "match.awayScore", "the away team's goals"))
    }

    /// The goals in kicks from the penalty mark; nil if there were none.
    package var kicks: BothSides<Int>? {
        var kicks = BothSides<[Bool]>(both: [])
        for event in events {
            guard case .object = event, let side = event.side, let kick = event["eventType"]?["penaltyAttempt"]?["_0"] else { continue }
            kicks[side].append(kick["result"]?.string == "scored")
        }
        guard !kicks.home.isEmpty || !kicks.away.isEmpty else { return nil }
        return BothSides(home: kicks.home.count { $0 }, away: kicks.away.count { $0 })
    }

    /// The events as they are in the file.
    var events: [JSONValue] {
        if case .array(let events)? = json["events"] { events } else { [] }
    }
}

extension JSONValue {
    /// A whole number from 0 to 999 at a key; nil for anything else.
    func count(_ key: String) -> Int? {
        self[key]?.number.flatMap { (0...999).contains($0) ? Int(saturating: $0) : nil }
    }

    /// The team of an event of RefWatch.
    var side: TeamSide? {
        switch self["team"]?.string {
        case "Home": .home
        case "Away": .away
        default: nil
        }
    }
}

extension CompletedMatch {
    /// The JSON form of a completed match, as RefWatch 0.8 writes it (schema version 1).
    package static func json(of match: Match) -> JSONValue {
        let settings = match.settings
        let state = match.state
        var members = [
            JSONMember("id", .string(match.id.uuidString)), JSONMember("schemaVersion", 1),
            JSONMember("completedAt", RefWatchDate.json(match.records.last?.wallDate ?? .distantPast)),
            JSONMember("match", matchJSON(match)),
            JSONMember("events", .array(state.events.map { eventJSON($0, match) })),
        ]
        if let name = settings.competition { members.append(JSONMember("competitionName", .string(name))) }
        if let name = settings.venue { members.append(JSONMember("venueName", .string(name))) }
        for (key, value) in references(settings) { members.append(JSONMember(key, .string(value))) }
        // An extension of the format; RefWatch ignores unknown members.
        if state.isAbandoned { members.append(JSONMember("abandoned", true)) }
        return .object(members)
    }

    /// The members that refer to RefWatch's own data, by key; its decoder requires that all but the owner's are UUIDs.
    private static func references(_ settings: MatchSettings) -> [(key: String, value: String)] {
        (settings.references ?? [:]).filter { $0.key == "ownerId" || UUID(uuidString: $0.value) != nil }.sorted { $0.key < $1.key }
    }

    private static func matchJSON(_ match: Match) -> JSONValue {
        let settings = match.settings
        let tallies = match.state.tallies
        func number(_ value: Int) -> JSONValue { .integer(Int64(value)) }
        var members = [
            JSONMember("id", .string(match.id.uuidString)),
            JSONMember("homeTeam", .string(settings.teams.home.name)), JSONMember("awayTeam", .string(settings.teams.away.name)),
            JSONMember("duration", .double(settings.periodLength * Double(settings.periods))),
            JSONMember("numberOfPeriods", number(settings.periods)), JSONMember("halfTimeLength", .double(settings.intervalLength)),
            JSONMember("extraTimeHalfLength", .double(settings.extraPeriodLength)),
            JSONMember("hasExtraTime", .bool(settings.hasExtraTime)), JSONMember("hasPenalties", .bool(settings.hasPenalties)),
            JSONMember("penaltyInitialRounds", number(settings.penaltyRounds)),
            JSONMember("homeScore", number(tallies.home.score)), JSONMember("awayScore", number(tallies.away.score)),
            JSONMember("homeYellowCards", number(tallies.home.yellows)), JSONMember("awayYellowCards", number(tallies.away.yellows)),
            JSONMember("homeRedCards", number(tallies.home.reds)), JSONMember("awayRedCards", number(tallies.away.reds)),
            JSONMember("homeSubs", number(tallies.home.substitutions)), JSONMember("awaySubs", number(tallies.away.substitutions)),
        ]
        if let name = settings.competition { members.append(JSONMember("competitionName", .string(name))) }
        if let name = settings.venue { members.append(JSONMember("venueName", .string(name))) }
        for (key, value) in references(settings) where key != "ownerId" { members.append(JSONMember(key, .string(value))) }
        let kickOff = match.records.first { record in
            if case .start = record.action { true } else { false }
        }
        if let first = kickOff { members.append(JSONMember("startTime", RefWatchDate.json(first.wallDate))) }
        return .object(members)
    }

    private static func eventJSON(_ event: MatchEvent, _ match: Match) -> JSONValue {
        let (type, details) = coding(of: event, match)
        let record = match.records[min(event.record, match.records.count - 1)]
        let isFirst = match.state.events.first { $0.record == event.record } == event
        var members = [
            // A log line with two events, such as the last kick, has one id; the second event gets a derived one.
            JSONMember("id", .string(isFirst ? record.id.uuidString : record.id.next.uuidString)),
            JSONMember("timestamp", RefWatchDate.json(record.wallDate)), JSONMember("actualTime", RefWatchDate.json(record.wallDate)),
            JSONMember("matchTime", .string(matchTime(of: event, match.settings))),
            JSONMember("period", .integer(Int64(event.isInShootout ? 5 : event.period))),
            JSONMember("eventType", type), JSONMember("details", details),
        ]
        if let side = event.side { members.append(JSONMember("team", .string(side == .home ? "Home" : "Away"))) }
        return .object(members)
    }

    /// Minutes and seconds of normal time and extra time before the event: `23:45`; they continue in stoppage time.
    private static func matchTime(of event: MatchEvent, _ settings: MatchSettings) -> String {
        let seconds = Int(saturating: (settings.offset(of: event.period) + event.elapsed).rounded(.down))
        return "\(seconds / 60 < 10 ? "0" : "")\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
    }

    /// The type and details of the event, in the form of Swift's synthesized Codable conformance for enumerations.
    private static func coding(of event: MatchEvent, _ match: Match) -> (type: JSONValue, details: JSONValue) {
        let general: JSONValue = ["general": [:]]
        let period = JSONValue.integer(Int64(event.period))
        switch event.kind {
        case .kickOff: return (["kickOff": [:]], general)
        case .periodStart: return (["periodStart": ["_0": period]], general)
        case .periodEnd:
            let isHalfTime = match.settings.periods == 2 && event.period == 1
            return (isHalfTime ? ["halfTime": [:]] : ["periodEnd": ["_0": period]], general)
        case .shootoutStart: return (["penaltiesStart": [:]], general)
        case .shootoutEnd: return (["penaltiesEnd": [:]], general)
        case .end: return (["matchEnd": [:]], general)
        case .goal(let type, let player):
            let goal = object([("goalType", .string(type.rawValue))] + members(of: player))
            return (["goal": ["_0": goal]], ["goal": ["_0": goal]])
        case .card(let card, let recipient, let reason, _):
            let details = object(members(card, recipient, reason))
            return (["card": ["_0": details]], ["card": ["_0": details]])
        case .substitution(let out, let player):
            let details = object([
                ("playerOut", out.number.map { .integer(Int64($0)) }), ("playerIn", player.number.map { .integer(Int64($0)) }),
                ("playerOutName", out.name.map(JSONValue.string)), ("playerInName", player.name.map(JSONValue.string)),
            ])
            return (["substitution": ["_0": details]], ["substitution": ["_0": details]])
        case .kick(let scored, let player, let round):
            let details = object([
                ("result", .string(scored ? "scored" : "missed")), ("playerNumber", player.number.map { .integer(Int64($0)) }),
                ("round", .integer(Int64(round))),
            ])
            return (["penaltyAttempt": ["_0": details]], ["penalty": ["_0": details]])
        }
    }

    private static func members(of player: MatchPlayer) -> [(String, JSONValue?)] {
        [("playerNumber", player.number.map { .integer(Int64($0)) }), ("playerName", player.name.map(JSONValue.string))]
    }

    private static func members(_ card: MatchCard, _ recipient: CardRecipient, _ reason: String?) -> [(String, JSONValue?)] {
        var members: [(String, JSONValue?)] = [("cardType", .string(card.rawValue))]
        switch recipient {
        case .player(let player):
            members.append(("recipientType", "Player"))
            members += Self.members(of: player)
        case .official(let role, let name):
            members += [
                ("recipientType", "Team Official"), ("officialRole", .string(role.rawValue)), ("officialName", name.map(JSONValue.string)),
            ]
        }
        // RefWatch's decoder requires a reason.
        return members + [("reason", .string(reason ?? ""))]
    }

    private static func object(_ members: [(String, JSONValue?)]) -> JSONValue {
        .object(members.compactMap { name, value in value.map { JSONMember(name, $0) } })
    }
}

extension UUID {
    /// A UUID derived from this one.
    fileprivate var next: UUID {
        var bytes = uuid
        bytes.15 = bytes.15 &+ 1
        return UUID(uuid: bytes)
    }
}

/// Dates in RefWatch's formats.
enum RefWatchDate {
    /// Parses ISO 8601 text with or without fractions of a second, or a number of seconds since 2001-01-01.
    static func date(_ json: JSONValue?) -> Date? {
        if let text = json?.string { return Date(iso8601: text) }
        guard let number = json?.number, number.magnitude < 1e12 else { return nil }
        return Date(timeIntervalSinceReferenceDate: number)
    }

    /// ISO 8601 text in whole seconds: RefWatch's decoder rejects fractions.
    static func json(_ date: Date) -> JSONValue {
        .string(Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).iso8601)
    }
}
