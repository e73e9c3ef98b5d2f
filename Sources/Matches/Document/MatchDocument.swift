import Expressions
import FoundationEssentials
import JSON

/// The document that entries of the kind `match` are made of: one form for every file that tells of a match.
///
/// Its members are the fields of `Templates/match/kind.yaml`. Dates are those of the wall clock.
public enum MatchDocument {
    /// The document of a file: one of ``MatchFile``, a `completed_matches.json`, of which the last match counts, or a `LiveActivityState`.
    ///
    /// - Parameter reading: The machine's clocks at this moment; nil for a file that is played again.
    /// - Throws: `wrong` where the file is none of them.
    public static func value(of bytes: [UInt8], _ reading: ClockReading?) throws(MatchError) -> Value {
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

    /// The document where there is no match.
    public static let none: Value = ["phase": "none"]
}

/// An event of a widget's list.
struct MatchEventLine: Hashable {
    /// The event's type as `kind.yaml` names it.
    enum Kind: String {
        case goal, ownGoal, penaltyGoal, yellow, secondYellow, red, substitution
    }

    var kind: Kind
    var side: TeamSide
    /// Empty in kicks from the penalty mark.
    var minute: String
    /// The player or official; nil where not known.
    var text: String?
    /// The player who goes off.
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

    /// The goals of a team by scorer: `Haberer 12', 51', Reese 34' pen.`; nil where there are none.
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
            // The scorer of an own goal is one of the other team's players, who may have the same number.
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

    /// The most events of a document: no widget has room for more.
    static let limit = 40

    /// The events for a widget, the newest first.
    static func list(_ lines: [MatchEventLine]) -> Value { .list(lines.suffix(limit).reversed().map(\.value)) }
}
