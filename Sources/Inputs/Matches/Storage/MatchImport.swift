import SubdialBasics
import SubdialDocuments

/// The matches of a file of RefWatch, each id once: completed matches, scheduled ones, or both.
package struct MatchImport: Hashable, Sendable {
    /// What became of the matches of a file.
    package struct Outcome: Hashable, Sendable {
        /// The number of matches that were not known.
        package internal(set) var added = 0
        /// The number of known matches with other values.
        package internal(set) var updated = 0
        /// The number of matches that were known as they are.
        package internal(set) var unchanged = 0

        /// The counts in words: `2 new, 1 updated, 3 as before`.
        package var description: String { "\(added) new, \(updated) updated, \(unchanged) as before" }
    }

    /// The completed matches.
    package private(set) var completed: [JSONValue] = []
    /// The scheduled matches.
    package private(set) var scheduled: [JSONValue] = []

    /// Parses a list of matches, a single match, or an aggregate snapshot with its schedules.
    ///
    /// - Throws: `wrong` with the path of the first value that is no match.
    package init(_ bytes: [UInt8]) throws(MatchError) {
        let json: JSONValue
        do {
            json = try JSONValue(parsing: bytes)
        } catch {
            throw .wrong(path: "", reason: "\(error)")
        }
        switch json {
        case .array(let elements): for (index, element) in elements.enumerated() { try add(element, path: "[\(index)]") }
        case .object:
            if case .array(let schedules)? = json["schedules"] {
                for (index, element) in schedules.enumerated() { try add(element, path: "schedules[\(index)]") }
            } else {
                try add(json, path: "")
            }
        default: throw .wrong(path: "", reason: "this is neither a list of matches nor a match")
        }
    }

    private mutating func add(_ json: JSONValue, path: String) throws(MatchError) {
        if json["match"] != nil || json["completedAt"] != nil {
            _ = try CompletedMatch(json, path: path)
            Self.merge(json, into: &completed)
        } else if json["kickoff"] != nil {
            _ = try ScheduledMatch(json, path: path)
            Self.merge(json, into: &scheduled)
        } else {
            throw .wrong(
                path: path, reason: "this is neither a completed match, with 'match' and 'completedAt', nor a scheduled one, with 'kickoff'"
            )
        }
    }

    private static func merge(_ json: JSONValue, into list: inout [JSONValue]) {
        let index = list.firstIndex { $0["id"]?.string?.lowercased() == json["id"]?.string?.lowercased() }
        if let index { list[index] = list[index].merged(with: json) } else { list.append(json) }
    }
}

extension JSONValue {
    /// The object with the members of another one, whose values count; members that only this object has stay.
    func merged(with other: JSONValue) -> JSONValue {
        guard case .object(let mine) = self, case .object(let theirs) = other else { return other }
        let kept = mine.map { member in JSONMember(member.key, other[member.key] ?? member.value) }
        return .object(kept + theirs.filter { self[$0.key] == nil })
    }
}
