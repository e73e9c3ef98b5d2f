import FoundationEssentials
import SubdialDocuments
import SubdialExpressions

/// The document from which entries of the kind `match` are made, with the same structure for all match files.
///
/// Its members are the fields of `Templates/match/kind.yaml`. Dates are wall-clock times.
package enum MatchDocument {
    /// Converts a file to a document.
    ///
    /// The file is a ``MatchFile``, a `completed_matches.json`, of which the last match is used, or a `LiveActivityState`.
    ///
    /// - Parameter reading: The current reading of the machine's clocks; nil for a replayed file.
    /// - Throws: `wrong` if the file is none of these.
    package static func value(of bytes: [UInt8], _ reading: ClockReading?) throws(MatchError) -> Value {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .wrong(path: "", reason: "\(error)")
        }
        if case .array(let elements) = json {
            guard let last = elements.last else { return none }
            return try CompletedMatch(last, path: "[\(elements.count - 1)]").document
        }
        if json[MatchFile.versionKey] != nil {
            let file = try MatchFile(bytes: bytes)
            return file.match.document(shift: reading.map(file.clock.shift) ?? 0)
        }
        if LiveActivityState.isLike(json) { return try LiveActivityState(json).document }
        throw .wrong(
            path: "", reason: "this is neither a match of 'subdial match' nor a completed_matches.json or LiveActivityState of RefWatch")
    }

    /// Converts a schedule to a document of the matches that are still to be played.
    ///
    /// - Parameters:
    ///   - running: The file of the running match; an unreadable one counts as none, as the kind `match` shows its problem.
    ///   - completed: The file of completed matches; the same applies.
    /// - Throws: `wrong` if the schedule is not a JSON array.
    package static func schedule(
        _ bytes: [UInt8], running: [UInt8]? = nil, completed: [UInt8]? = nil, at now: Date
    ) throws(MatchError) -> Value {
        let match = running.flatMap { try? MatchFile(bytes: $0) }?.match
        let list = try MatchListFile(bytes)
        return MatchSchedule(list, running: match, completed: completed.flatMap { try? MatchListFile($0) }).document(at: now)
    }

    /// The document without a match.
    package static let none: Value = ["phase": "none"]
}

/// An event in a widget's list.
struct MatchEventLine: Hashable {
    /// The type of the event, with the names of `kind.yaml`.
    enum Kind: String {
        case goal, ownGoal, penaltyGoal, yellow, secondYellow, red, substitution
    }

    var kind: Kind
    var side: TeamSide
    /// The minute; empty for kicks from the penalty mark.
    var minute: String
    /// The player or official; nil if unknown.
    var text: String?
    /// The substituted player.
    var detail: String?
    /// The score after a goal.
    var score: BothSides<Int>?

    var value: Value {
        .map(
            [
                "minute": .string(minute.isEmpty ? "Pens" : "\(minute)'"), "side": .string(side.rawValue), "type": .string(kind.rawValue),
                "text": text.map(Value.string), "detail": detail.map(Value.string),
                "score": score.map { .string("\($0.home)–\($0.away)") },
            ].compactMapValues { $0 })
    }

    /// The goals of a team by scorer: `Haberer 12', 51', Reese 34' pen.`; nil without goals.
    static func scorers(_ lines: [MatchEventLine], _ side: TeamSide) -> String? {
        var names: [String] = []
        var minutes: [String: [String]] = [:]
        for line in lines where line.side == side {
            let suffix: String
            switch line.kind {
            case .goal: suffix = ""
            case .ownGoal: suffix = " o.g."
            case .penaltyGoal: suffix = " pen."
            default: continue
            }
            // The scorer of an own goal belongs to the other team, whose players may have the same numbers.
            let key = (line.kind == .ownGoal ? "o" : "") + "\u{0}" + (line.text ?? "")
            if minutes[key] == nil { names.append(key) }
            minutes[key, default: []].append("\(line.minute)'\(suffix)")
        }
        let texts = names.map { key in
            let name = key.drop { $0 != "\u{0}" }.dropFirst()
            return (name.isEmpty ? "" : name + " ") + (minutes[key] ?? []).joined(separator: ", ")
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    /// The maximum number of events in a document: more than any widget shows.
    private static let limit = 40

    /// The events for a widget, the newest first.
    static func list(_ lines: [MatchEventLine]) -> Value { .list(lines.suffix(limit).reversed().map(\.value)) }
}
