import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions

extension CompletedMatch {
    /// The match as a document, with the phase `ended`.
    package var document: Value {
        let match = json["match"] ?? .null
        let periods = min(max(Int(saturating: match["numberOfPeriods"]?.number ?? 2), 1), 4)
        let played = events.filter { $0["eventType"]?["periodStart"] != nil || $0["eventType"]?["periodEnd"] != nil }
        let last = played.compactMap { $0["period"]?.number }.max().map { min(max(Int(saturating: $0), 1), periods + 2) } ?? periods
        let lines = lines(periods: periods)
        let kicks = kicks
        let winner: String =
            score.home != score.away
            ? score.home > score.away ? "home" : "away"
            : kicks.map { $0.home > $0.away ? "home" : $0.home < $0.away ? "away" : "draw" } ?? "draw"
        func text(_ key: String) -> Value? { (json[key]?.string ?? match[key]?.string).map(Value.string) }
        func team(_ side: TeamSide, _ prefix: String) -> Value {
            .map(
                [
                    "name": .string(names[side]), "short": .string(MatchTeam.abbreviation(of: names[side])),
                    "score": .integer(Int64(score[side])), "kicks": kicks.map { .integer(Int64($0[side])) },
                    "yellows": .integer(Int64(match.count(prefix + "YellowCards") ?? 0)),
                    "reds": .integer(Int64(match.count(prefix + "RedCards") ?? 0)),
                    "substitutions": .integer(Int64(match.count(prefix + "Subs") ?? 0)),
                    "scorers": MatchEventLine.scorers(lines, side).map(Value.string),
                ].compactMapValues { $0 })
        }
        let isAbandoned = json["abandoned"]?.bool ?? false
        let label = MatchState.endLabel(isAbandoned: isAbandoned, hasKicks: kicks != nil, hasExtraTime: last > periods)
        return .map(
            [
                "id": .string(id), "phase": "ended", "label": .string(label.long),
                "labelShort": .string(label.short), "period": .integer(Int64(last)),
                "home": team(.home, "home"), "away": team(.away, "away"),
                "kickOff": RefWatchDate.date(match["startTime"]).map(Value.date), "since": .date(completedAt),
                "endedAt": .date(completedAt),
                "abandoned": .bool(isAbandoned), "competition": text("competitionName"), "venue": text("venueName"),
                "winner": isAbandoned ? nil : .string(winner),
                "length": match["duration"]?.number.map(Value.double), "events": MatchEventLine.list(lines),
                "shootout": kicks == nil ? nil : shootout,
            ].compactMapValues { $0 })
    }

    /// The match in one line: `Union 2–1 Hertha, Full time`.
    package var line: String {
        let label = if case .map(let members) = document, case .string(let text)? = members["label"] { text } else { "" }
        let kicks = kicks.map { " (\($0.home)–\($0.away))" } ?? ""
        return "\(names.home) \(score.home)–\(score.away) \(names.away)\(kicks), \(label)"
    }

    /// The events as lines of text.
    package var text: [String] {
        guard case .map(let members) = document, case .list(let events)? = members["events"] else { return [] }
        return events.reversed().compactMap { event in
            guard case .map(let event) = event else { return nil }
            let side = event["side"] == "home" ? names.home : names.away
            let parts = [event["type"], event["score"], event["text"], event["detail"].map { .string("for \($0.text)") }]
            let minute = event["minute"]?.text ?? ""
            return String(repeating: " ", count: max(0, 6 - minute.count)) + minute + "  " + side + "  "
                + parts.compactMap { $0?.text }.joined(separator: " ")
        }
    }

    private var shootout: Value {
        var taken = BothSides<[Value]>(both: [])
        for event in events {
            guard let side = event.side, let kick = event["eventType"]?["penaltyAttempt"]?["_0"] else { continue }
            taken[side].append(kick["result"]?.string == "scored" ? "scored" : "missed")
        }
        let rounds = json["match"]?.count("penaltyInitialRounds") ?? 5
        let count = min(max(rounds, taken.home.count, taken.away.count), 200)
        func padded(_ kicks: [Value]) -> Value { .list(kicks + [Value](repeating: "open", count: max(0, count - kicks.count))) }
        return [
            "round": .integer(Int64(max(taken.home.count, taken.away.count))), "sudden": .bool(taken.home.count > rounds),
            "home": padded(taken.home), "away": padded(taken.away),
        ]
    }

    private func lines(periods: Int) -> [MatchEventLine] {
        var score = BothSides(both: 0)
        let lines: [MatchEventLine] = events.compactMap { event in
            guard let side = event.side, let type = event["eventType"] else { return nil }
            let minute = minute(of: event, periods: periods)
            func name(_ details: JSONValue, _ name: String, _ number: String) -> String? {
                details[name]?.string ?? details.count(number).map { "No. \($0)" }
            }
            if let goal = type["goal"]?["_0"] {
                score[side] += 1
                let kind: MatchEventLine.Kind =
                    switch goal["goalType"]?.string {
                    case GoalType.ownGoal.rawValue: .ownGoal
                    case GoalType.penalty.rawValue: .penaltyGoal
                    default: .goal
                    }
                return MatchEventLine(
                    kind: kind, side: side, minute: minute, text: name(goal, "playerName", "playerNumber"), score: score)
            }
            if let card = type["card"]?["_0"] {
                let isRed = card["cardType"]?.string == MatchCard.red.rawValue
                let kind: MatchEventLine.Kind = !isRed ? .yellow : card.isSecondCaution ? .secondYellow : .red
                return MatchEventLine(
                    kind: kind, side: side, minute: minute,
                    text: name(card, "playerName", "playerNumber") ?? card["officialName"]?.string ?? card["officialRole"]?.string)
            }
            if let change = type["substitution"]?["_0"] {
                return MatchEventLine(
                    kind: .substitution, side: side, minute: minute, text: name(change, "playerInName", "playerIn"),
                    detail: name(change, "playerOutName", "playerOut"))
            }
            return nil
        }
        // A second caution is listed as one event.
        return lines.enumerated().filter { index, line in
            let next = index + 1 < lines.count ? lines[index + 1] : nil
            return line.kind != .yellow || next?.kind != .secondYellow || next?.text != line.text || next?.side != line.side
        }.map(\.element)
    }

    /// The minute of an event, computed from its minutes and seconds and its period: `23:45` is the 24th minute.
    private func minute(of event: JSONValue, periods: Int) -> String {
        let text = event["matchTime"]?.string ?? ""
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
            part.utf8.count <= 4 && part.allSatisfy { "0123456789".contains($0) } ? Double(part) : nil
        }
        guard parts.count == 2, let minutes = parts[0], let rest = parts[1] else { return String(text.prefix(8)) }
        let match = json["match"] ?? .null
        var settings = MatchSettings(home: MatchTeam(names.home), away: MatchTeam(names.away))
        settings.periods = periods
        if let duration = match["duration"]?.number, (60...14_400).contains(duration) { settings.periodLength = duration / Double(periods) }
        if let length = match["extraTimeHalfLength"]?.number, (60...7200).contains(length) { settings.extraPeriodLength = length }
        let period = min(max(Int(saturating: event["period"]?.number ?? 1), 1), periods + 2)
        let seconds = minutes * 60 + rest
        return MatchMinute(max(0, seconds - settings.offset(of: period)), in: period, of: settings).description
    }
}

extension LiveActivityState {
    /// The running match as a document.
    ///
    /// The format has no minutes before the period: they are derived from its name, for periods of 45 and 15 minutes unless the state
    /// contains an expected end.
    var document: Value {
        func team(_ side: TeamSide) -> Value {
            [
                "name": .string(names[side]), "short": .string(names[side]), "score": .integer(Int64(score[side])),
                "yellows": 0, "reds": 0, "substitutions": 0,
            ]
        }
        var members: [String: Value] = [
            "home": team(.home), "away": team(.away), "label": .string(periodLabel), "since": .date(lastUpdated), "abandoned": false,
        ]
        let label = periodLabel.lowercased()
        if label.hasPrefix("half time") {
            members["phase"] = "interval"
            members["labelShort"] = "HT"
            members["period"] = 1
        } else if label.hasPrefix("penalties") {
            members["phase"] = "shootout"
            members["labelShort"] = "Pens"
        } else if label.hasPrefix("full time") {
            members["phase"] = "ended"
            members["labelShort"] = "FT"
            members["winner"] = score.home == score.away ? "draw" : score.home > score.away ? "home" : "away"
        } else {
            let period =
                label.hasPrefix("second") || label.hasPrefix("2nd") || label.hasPrefix("match time")
                ? 2 : label.hasPrefix("et 1") ? 3 : label.hasPrefix("et 2") ? 4 : 1
            let length = length(of: period)
            let offset = period == 1 ? 0 : period == 2 ? length : period == 3 ? 5400 : 6300
            members["phase"] = isPaused ? "paused" : "playing"
            members["period"] = .integer(Int64(period))
            members["labelShort"] = .string(["1st", "2nd", "ET1", "ET2"][period - 1])
            // While the clock is paused, RefWatch moves the start along; the clock shows the time at which it was paused.
            let halted = isPaused ? elapsedAtPause : nil
            let zero = (halted.map { lastUpdated.addingTimeInterval(-$0) } ?? periodStart).addingTimeInterval(-offset)
            members["from"] = .date(zero)
            members["to"] = .date(zero.addingTimeInterval(offset + length))
            if isPaused { members["pausedAt"] = .date(lastUpdated) }
            members["length"] = .double(period > 2 ? 7200 : offset + length * Double(period == 1 ? 2 : 1))
        }
        return .map(members)
    }

    /// The seconds of the period: from its start to its expected end if that is known and plausible, else 45 or 15 minutes.
    private func length(of period: Int) -> Double {
        let standard = period > 2 ? 900.0 : 2700.0
        guard let expectedPeriodEnd else { return standard }
        let length = expectedPeriodEnd.timeIntervalSince(periodStart)
        return (60...7200).contains(length) ? length.rounded() : standard
    }
}

extension JSONValue {
    /// True for a red card after a second caution, by RefWatch's codes and texts.
    fileprivate var isSecondCaution: Bool {
        if let code = self["reasonCode"]?.string, ["R7", "S7", "2CT"].contains(code) { return true }
        return ["reason", "reasonTitle"].contains { key in
            let words = self[key]?.string?.lowercased() ?? ""
            return words.contains("second caution") || words.contains("second yellow")
        }
    }
}
