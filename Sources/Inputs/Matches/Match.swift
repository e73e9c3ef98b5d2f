import FoundationEssentials
import SubdialExpressions

/// A match: its settings and its log.
///
/// The state is derived from the log alone, so that every action can be undone by removing the last line.
package struct Match: Hashable, Sendable {
    /// The maximum number of lines in a log.
    private static let longestLog = 2000

    /// A line of the log.
    package struct Record: Hashable, Sendable, Codable {
        /// The id of the line; the first event of the line has it in a RefWatch file.
        package let id: UUID
        /// The time on the match's time line.
        package let date: Date
        /// The wall-clock time at that moment.
        package let wallDate: Date
        /// The action.
        package let action: MatchAction
    }

    /// The match's id.
    package let id: UUID
    /// The agreed settings.
    package let settings: MatchSettings
    /// The log, oldest line first.
    package private(set) var records: [Record] = []
    /// The state after the last line of the log.
    package private(set) var state: MatchState

    /// Makes a match that has not started.
    ///
    /// - Throws: `setting`.
    package init(_ settings: MatchSettings, id: UUID = UUID()) throws(MatchError) {
        try settings.check()
        self.id = id
        self.settings = settings
        state = MatchState(settings)
    }

    /// Applies an action.
    ///
    /// - Parameters:
    ///   - date: The time on the match's time line; a time before the last line is replaced by that line's.
    ///   - wallDate: The wall-clock time.
    /// - Throws: `refused`; the match is unchanged then.
    package mutating func apply(_ action: MatchAction, at date: Date, wallDate: Date) throws(MatchError) {
        try apply(Record(id: UUID(), date: max(date, records.last?.date ?? date), wallDate: wallDate, action: action))
    }

    private mutating func apply(_ record: Record) throws(MatchError) {
        // A match with a full log can still be ended.
        switch record.action {
        case .end, .periodEnd, .penalty: break
        default: if records.count >= Self.longestLog { throw .refused("the log is full: end the match") }
        }
        var next = state
        try next.apply(record.action, at: record.date, record: records.count, settings)
        state = next
        records.append(record)
    }

    /// Removes the last line of the log.
    ///
    /// - Returns: The line.
    /// - Throws: `nothingToUndo`.
    @discardableResult
    package mutating func undo() throws(MatchError) -> Record {
        guard let last = records.last else { throw .nothingToUndo }
        var earlier = Match(unchecked: settings, id: id)
        for record in records.dropLast() { try earlier.apply(record) }
        self = earlier
        return last
    }

    private init(unchecked settings: MatchSettings, id: UUID) {
        self.id = id
        self.settings = settings
        state = MatchState(settings)
    }
}

extension Match: Codable {
    private enum Key: String, CodingKey { case id, settings, records }

    /// Decodes a match and replays its log.
    ///
    /// - Throws: `MatchError` for settings out of range and for a log that violates the rules, or `DecodingError`.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        try self.init(values.decode(MatchSettings.self, forKey: .settings), id: values.decode(UUID.self, forKey: .id))
        for (number, record) in try values.decode([Record].self, forKey: .records).enumerated() {
            let path = "records[\(number)]"
            guard record.date.timeIntervalSinceReferenceDate.magnitude < 1e11,
                record.wallDate.timeIntervalSinceReferenceDate.magnitude < 1e11,
                records.last.map({ $0.date <= record.date }) ?? true
            else { throw MatchError.wrong(path: path, reason: "the date is out of range, or before that of the line above") }
            do {
                try apply(record)
            } catch {
                throw MatchError.wrong(path: path, reason: "\(error)")
            }
        }
    }

    /// Encodes the settings and the log.
    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(id, forKey: .id)
        try values.encode(settings, forKey: .settings)
        try values.encode(records, forKey: .records)
    }
}

extension Match {
    /// The match as a document.
    ///
    /// - Parameter shift: The seconds by which the wall clock is ahead of the match's time line.
    package func document(shift: Double) -> Value {
        func date(_ date: Date?) -> Value? { date.map { .date($0.addingTimeInterval(shift)) } }
        let isRunning = state.phase == .playing || state.phase == .paused
        var members: [String: Value?] = [
            "id": .string(id.uuidString), "phase": .string(state.phase.rawValue), "label": .string(state.label(settings)),
            "labelShort": .string(state.shortLabel(settings)),
            "period": .integer(Int64(state.period)),
            "home": team(.home), "away": team(.away),
            "kickOff": date(state.started) ?? settings.kickOff.map(Value.date),
            "since": date(state.since), "endedAt": date(state.ended), "abandoned": .bool(state.isAbandoned),
            "added": state.added.map { .integer(Int64($0)) },
            "competition": settings.competition.map(Value.string), "venue": settings.venue.map(Value.string),
            "length": .double(settings.offset(of: (state.period > settings.periods ? settings.periods + 2 : settings.periods) + 1)),
            "events": MatchEventLine.list(lines), "shootout": state.shootout.map(document),
        ]
        if state.phase == .ended {
            members["winner"] = state.isAbandoned ? nil : .string(state.leader?.rawValue ?? "draw")
        } else if state.phase == .scheduled || state.phase == .interval {
            if case .period? = state.next(settings) { members["kicksOff"] = .string(state.kickOff.rawValue) }
        }
        if isRunning, let zero {
            let end = zero.addingTimeInterval(settings.offset(of: state.period) + settings.length(of: state.period))
            members["from"] = date(zero)
            members["to"] = date(end)
            members["pausedAt"] = date(state.pausedAt)
        }
        if state.phase == .interval, state.period * 2 == settings.periods, let since = state.since {
            members["until"] = date(since.addingTimeInterval(settings.intervalLength))
            let anchor = Value.date(since.addingTimeInterval(shift))
            members["halfTime"] = ["anchor": anchor, "value": 0.0, "rate": 1.0]
            members["halfTimeLeft"] = ["anchor": anchor, "value": .double(settings.intervalLength), "rate": -1.0, "minimum": 0.0]
        }
        members["clock"] = clock(shift: shift)
        return .map(members.compactMapValues { $0 })
    }

    /// The time at which the match clock would have been 0 without pauses; nil while no period is being played.
    private var zero: Date? {
        guard let start = state.periodStart else { return nil }
        return start.addingTimeInterval(state.halted - settings.offset(of: state.period))
    }

    /// The match clock, without stoppage time.
    private func clock(shift: Double) -> Value? {
        guard state.period > 0, let since = state.since else { return nil }
        let end = settings.offset(of: state.period) + settings.length(of: state.period)
        if state.phase == .playing, let zero {
            return [
                "anchor": .date(zero.addingTimeInterval(shift)), "value": 0.0, "rate": 1.0, "maximum": .double(end),
            ]
        }
        let value = state.phase == .paused ? settings.offset(of: state.period) + state.elapsed(at: since) : end
        return ["anchor": .date(since.addingTimeInterval(shift)), "value": .double(min(value, end)), "rate": 0.0]
    }

    private func team(_ side: TeamSide) -> Value {
        let (team, tally) = (settings.teams[side], state.tallies[side])
        return .map(
            [
                "name": .string(team.name), "short": .string(team.short), "color": team.color.map(Value.string),
                "score": .integer(Int64(tally.score)), "kicks": state.shootout.map { .integer(Int64($0.score(side))) },
                "yellows": .integer(Int64(tally.yellows)), "reds": .integer(Int64(tally.reds)),
                "substitutions": .integer(Int64(tally.substitutions)),
                "scorers": MatchEventLine.scorers(lines, side).map(Value.string),
            ].compactMapValues { $0 })
    }

    private func document(_ shootout: Shootout) -> Value {
        let count = max(shootout.rounds, shootout.kicks.home.count, shootout.kicks.away.count, shootout.next == nil ? 0 : shootout.round)
        func kicks(_ side: TeamSide) -> Value {
            let taken = shootout.kicks[side]
            return .list(
                (0..<count).map { index in
                    if index < taken.count { return taken[index] ? "scored" : "missed" }
                    return index == taken.count && shootout.next == side ? "next" : "open"
                })
        }
        return .map(
            [
                "round": .integer(Int64(shootout.round)), "sudden": .bool(shootout.isSuddenDeath),
                "next": shootout.next.map { .string($0.rawValue) }, "home": kicks(.home), "away": kicks(.away),
            ].compactMapValues { $0 })
    }

    /// Goals, cards and substitutions as display lines, in order.
    private var lines: [MatchEventLine] {
        state.events.compactMap { event in
            guard let side = event.side else { return nil }
            let minute = event.isInShootout ? "" : MatchMinute(event.elapsed, in: event.period, of: settings).description
            switch event.kind {
            case .goal(let type, let player):
                return MatchEventLine(
                    kind: type == .ownGoal ? .ownGoal : type == .penalty ? .penaltyGoal : .goal, side: side, minute: minute,
                    text: player.text, score: event.score)
            case .card(let card, let recipient, _, let isSecond):
                // A second caution is listed as one event.
                if isSecond, card == .yellow { return nil }
                return MatchEventLine(
                    kind: isSecond ? .secondYellow : card == .red ? .red : .yellow, side: side, minute: minute, text: recipient.text)
            case .substitution(let out, let player):
                return MatchEventLine(kind: .substitution, side: side, minute: minute, text: player.text, detail: out.text)
            default: return nil
            }
        }
    }
}

extension CardRecipient {
    /// The player's name or number, or the official's name or role.
    var text: String? {
        switch self {
        case .player(let player): player.text
        case .official(let role, let name): name ?? role.rawValue
        }
    }
}

extension Match {
    /// The match in one line: `Union 2–1 Hertha 67'`.
    package func line(at now: Date) -> String {
        let teams = settings.teams
        guard state.phase != .scheduled else { return "\(teams.home.name) – \(teams.away.name), not begun" }
        var text = "\(teams.home.name) \(state.tallies.home.score)–\(state.tallies.away.score) \(teams.away.name)"
        if let shootout = state.shootout { text += " (\(shootout.score(.home))–\(shootout.score(.away)))" }
        switch state.phase {
        case .playing, .paused:
            text += " \(MatchMinute(state.elapsed(at: now), in: state.period, of: settings))'"
            if state.phase == .paused { text += ", halted" }
            if let added = state.added { text += ", +\(added) shown" }
        case .scheduled, .interval, .shootout, .ended: text += ", \(state.label(settings))"
        }
        return text
    }

    /// A team with fewer than the seven players that a match requires (law 3), according to the cards; nil if there is none.
    package var teamBelowSeven: TeamSide? {
        guard [.playing, .paused, .interval].contains(state.phase) else { return nil }
        return TeamSide.allCases.first { state.tallies[$0].missing > 4 }
    }
}

extension Match {
    /// The match as display lines: the score, then the events.
    package func text(at now: Date) -> [String] {
        var lines = [line(at: now)]
        if let competition = settings.competition { lines.append(competition) }
        if let venue = settings.venue { lines.append(venue) }
        for event in state.events {
            guard let words = words(of: event) else { continue }
            let minute =
                event.isInShootout || event.kind == .end && state.shootout != nil
                ? "" : "\(MatchMinute(event.elapsed, in: event.period, of: settings))'"
            let team = event.side.map { settings.teams[$0].short + "  " } ?? ""
            lines.append(String(repeating: " ", count: max(0, 6 - minute.count)) + minute + "  " + team + words)
        }
        if case .period? = state.next(settings), state.phase == .interval || state.phase == .scheduled {
            lines.append("\(settings.teams[state.kickOff].name) kicks off")
        } else if let side = state.shootout?.next, state.phase == .shootout {
            lines.append("\(settings.teams[side].name) kicks next")
        }
        return lines
    }

    private func words(of event: MatchEvent) -> String? {
        func named(_ what: String, _ who: String?) -> String { who.map { "\(what), \($0)" } ?? what }
        let score = "\(event.score.home)–\(event.score.away)"
        switch event.kind {
        case .kickOff: return "Kick-off"
        case .periodStart: return "\(MatchState.name(of: event.period, settings)) begins"
        case .periodEnd: return MatchState.breakName(after: event.period, settings)
        case .goal(let type, let player):
            let what =
                type == .ownGoal ? "Own goal" : type == .penalty ? "Goal by a penalty" : type == .freeKick ? "Goal by a free kick" : "Goal"
            return named("\(score)  \(what)", player.text)
        case .card(let card, let recipient, let reason, _):
            return named("\(card.rawValue) card", recipient.text) + (reason.map { " (\($0))" } ?? "")
        case .substitution(let out, let player): return "\(player.text ?? "A substitute") for \(out.text ?? "a player")"
        case .shootoutStart: return "Kicks from the penalty mark"
        case .kick(let scored, let player, let round): return named("Kick \(round): \(scored ? "scored" : "missed")", player.text)
        case .shootoutEnd: return nil
        case .end: return state.isAbandoned ? "Abandoned" : "End"
        }
    }
}
