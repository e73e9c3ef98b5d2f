import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// Scheduled matches, and the import of RefWatch's files.
extension MatchStore {
    /// The schedule's file, in the state folder of its user.
    package static func scheduleFile(in state: PrivateFolder) -> PrivateFile { state.file("scheduled_matches.json") }

    /// The matches that are still to be played.
    package func schedule() throws(MatchStoreError) -> MatchSchedule {
        MatchSchedule(try list(in: scheduledFile), running: try file()?.match, completed: try completed())
    }

    /// Adds a match to the schedule.
    package func schedule(_ settings: MatchSettings, at kickOff: Date) throws(MatchStoreError) -> MatchSchedule.Item {
        let match: ScheduledMatch
        do throws(MatchError) {
            match = try ScheduledMatch(try ScheduledMatch.json(settings, kickOff: kickOff))
        } catch {
            throw .match(error)
        }
        try locked { () throws(MatchStoreError) in
            var file = try list(in: scheduledFile)
            file.append(match.json)
            try write(file.bytes, to: scheduledFile)
        }
        return MatchSchedule.Item(match: match, isChosen: false)
    }

    /// Removes a match from the schedule.
    package func cancel(_ match: ScheduledMatch) throws(MatchStoreError) {
        try locked { () throws(MatchStoreError) in
            var file = try list(in: scheduledFile)
            while let index = file.index(of: match.id) { file.remove(at: index) }
            try write(file.bytes, to: scheduledFile)
        }
    }

    /// Adds the matches of a file of RefWatch; known ones get its values, and keep the members that it does not have.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``MatchStoreError``; if the file is damaged, nothing has changed.
    package func add(fileAt path: String) throws(MatchStoreError) -> (completed: MatchImport.Outcome, scheduled: MatchImport.Outcome) {
        guard let bytes = try bytes(of: PrivateFile(path)) else { throw .missing(path) }
        let matches: MatchImport
        do throws(MatchError) {
            matches = try MatchImport(bytes)
        } catch {
            throw .file(path: path, reason: "\(error); nothing was changed")
        }
        return try locked { () throws(MatchStoreError) in
            // Both files are read before one is written.
            var (completed, scheduled) = (try completedList(), try list(in: scheduledFile))
            let outcomes = (completed: completed.merge(matches.completed), scheduled: scheduled.merge(matches.scheduled))
            if outcomes.completed.changes > 0 { try write(completed.bytes, to: completedFile) }
            if outcomes.scheduled.changes > 0 { try write(scheduled.bytes, to: scheduledFile) }
            return outcomes
        }
    }
}

extension MatchImport.Outcome {
    fileprivate var changes: Int { added + updated }
}

extension MatchListFile {
    /// Merges matches by id.
    fileprivate mutating func merge(_ matches: [JSONValue]) -> MatchImport.Outcome {
        var outcome = MatchImport.Outcome()
        for json in matches {
            guard let index = json["id"]?.string.flatMap({ lastIndex(of: $0) }) else {
                append(json)
                outcome.added += 1
                continue
            }
            let merged = elements[index].merged(with: json)
            if merged == elements[index] {
                outcome.unchanged += 1
            } else {
                replace(at: index, with: merged)
                outcome.updated += 1
            }
        }
        return outcome
    }
}
