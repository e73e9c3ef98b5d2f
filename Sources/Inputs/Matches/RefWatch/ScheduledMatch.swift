import FoundationEssentials
import SubdialDocuments
import SubdialExpressions

/// A match that is to be played, in the form of RefWatch's schedule.
///
/// ``json`` contains all of its members, including unknown ones.
package struct ScheduledMatch: Hashable, Sendable {
    /// The key with the settings of a match that Subdial has scheduled; RefWatch ignores it.
    private static let settingsKey = "subdial"
    /// The members that a completed match repeats.
    private static let references = ["homeTeamId", "awayTeamId", "competitionId", "venueId", "ownerId"]

    /// The match as it is in the file.
    package let json: JSONValue
    /// The id as it is in the file.
    package let id: String
    /// The teams' names.
    package let names: BothSides<String>
    /// The scheduled kick-off.
    package let kickOff: Date

    /// Decodes a match.
    ///
    /// - Throws: `wrong` with the path of the first invalid value.
    package init(_ json: JSONValue, path: String = "") throws(MatchError) {
        func require<T>(_ value: T?, _ key: String, _ what: String) throws(MatchError) -> T {
            guard let value else { throw .wrong(path: path.isEmpty ? key : "\(path).\(key)", reason: "\(what) is missing") }
            return value
        }
        func name(_ key: String) -> String? { (json["\(key)Team"] ?? json["\(key)Name"])?.string }
        self.json = json
        id = try require(json["id"]?.string, "id", "the match's identity")
        kickOff = try require(RefWatchDate.date(json["kickoff"]), "kickoff", "an ISO 8601 date or seconds since 2001")
        names = BothSides(
            home: try require(name("home"), "homeTeam", "the home team's name"),
            away: try require(name("away"), "awayTeam", "the away team's name"))
    }

    /// True if it was played or cancelled.
    var isOver: Bool { ["completed", "canceled"].contains((json["status"] ?? json["statusRaw"])?.string) }

    /// The competition's name; nil if there is none.
    package var competition: String? { (json["competition"] ?? json["competitionName"])?.string }
    /// The venue's name; nil if there is none.
    package var venue: String? { (json["venue"] ?? json["venueName"])?.string }

    /// The settings of the match: those with which Subdial has scheduled it, or else the default rules.
    package var settings: MatchSettings {
        let written = json[Self.settingsKey].flatMap { try? JSONDecoder().decode(MatchSettings.self, from: Data($0.text().utf8)) }
        var settings = written ?? MatchSettings(home: MatchTeam(names.home), away: MatchTeam(names.away))
        settings.kickOff = kickOff
        settings.competition = settings.competition ?? competition
        settings.venue = settings.venue ?? venue
        var references = ["scheduledMatchId": id]
        for key in Self.references { references[key] = json[key]?.string }
        references["ownerId"] = references["ownerId"] ?? json["ownerSupabaseId"]?.string
        settings.references = references
        return settings
    }

    /// The JSON form of a match with these settings.
    ///
    /// - Throws: `setting` for settings that are out of range.
    package static func json(_ settings: MatchSettings, kickOff: Date, id: UUID = UUID()) throws(MatchError) -> JSONValue {
        try settings.check()
        var members = [
            JSONMember("id", .string(id.uuidString)),
            JSONMember("homeTeam", .string(settings.teams.home.name)), JSONMember("awayTeam", .string(settings.teams.away.name)),
            JSONMember("kickoff", RefWatchDate.json(kickOff)),
        ]
        if let name = settings.competition { members.append(JSONMember("competition", .string(name))) }
        if let name = settings.venue { members.append(JSONMember("venueName", .string(name))) }
        // RefWatch's decoder requires the second one.
        members += [JSONMember("status", "scheduled"), JSONMember("needsRemoteSync", false)]
        do {
            members.append(JSONMember(settingsKey, try JSONValue(parsing: [UInt8](JSONEncoder().encode(settings)))))
        } catch {
            throw .wrong(path: "", reason: "the settings cannot be written down: \(error)")
        }
        return .object(members)
    }
}

/// The matches that are still to be played.
package struct MatchSchedule: Hashable, Sendable {
    /// A match of the schedule.
    package struct Item: Hashable, Sendable {
        /// The match.
        package let match: ScheduledMatch
        /// True if it is the running match.
        package let isChosen: Bool
    }

    /// The seconds after its kick-off for which a match stays in a document.
    private static let longest = 43_200.0

    /// The matches by kick-off, each id once; those that were played or cancelled are not among them.
    package let items: [Item]

    /// - Parameters:
    ///   - scheduled: The schedule.
    ///   - running: The running match.
    ///   - completed: The completed matches.
    package init(_ scheduled: MatchListFile, running: Match? = nil, completed: MatchListFile? = nil) {
        let reference = running?.settings.references?["scheduledMatchId"]?.lowercased()
        var played = Set(
            (completed?.elements ?? []).flatMap { [$0["scheduledMatchId"], $0["match"]?["scheduledMatchId"], $0["id"]] }
                .compactMap { $0?.string?.lowercased() })
        if let reference, running?.state.phase == .ended { played.insert(reference) }
        items = scheduled.decoded { (json, path) throws(MatchError) in try ScheduledMatch(json, path: path) }.map(\.value)
            .filter { !$0.isOver && !played.contains($0.id.lowercased()) }
            .sorted { ($0.kickOff, $0.names.home, $0.id) < ($1.kickOff, $1.names.home, $1.id) }
            .map { Item(match: $0, isChosen: $0.id.lowercased() == reference) }
    }

    /// The document for entries: the matches that may not be over at `now`.
    package func document(at now: Date) -> Value {
        let shown = items.filter { $0.isChosen || $0.match.kickOff > now.addingTimeInterval(-Self.longest) }
        return ["matches": .list(shown.map(\.value))]
    }
}

extension MatchSchedule.Item {
    fileprivate var value: Value {
        let teams = match.settings.teams
        func team(_ team: MatchTeam) -> Value {
            .map(
                [
                    "name": .string(team.name), "short": .string(team.short), "color": team.color.map(Value.string),
                ].compactMapValues { $0 })
        }
        return .map(
            [
                "id": .string(match.id), "home": team(teams.home), "away": team(teams.away), "kickOff": .date(match.kickOff),
                "competition": match.competition.map(Value.string), "venue": match.venue.map(Value.string), "chosen": .bool(isChosen),
            ].compactMapValues { $0 })
    }
}
