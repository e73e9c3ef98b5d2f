import FoundationEssentials
import SubdialBasics
import SubdialEngine
import SubdialExpressions
import SubdialKinds
import SubdialPlayback
import SubdialTimeline

extension Kind {
    /// The update of the live activity for an entry.
    ///
    /// - Throws: ``CommandFailure`` for a kind without a live activity, or the error of an expression.
    func activityUpdate(of entry: Entry, at now: Date, timeZones: TimeZones) throws -> ActivityUpdate {
        guard let activity else {
            throw CommandFailure(.wrongUsage, "'\(name)' has no live activity: its kind.yaml has no 'activity: { while: … }'")
        }
        let moment = try activity.moment(of: entry, at: now, timeZones: timeZones)
        return ActivityUpdate(entry, isActive: moment.isActive, isRunning: moment.isRunning, alert: moment.alert)
    }
}

extension KindChoice {
    /// The function that maps entries of the kind to updates of its live activity.
    ///
    /// - Throws: ``CommandFailure`` for a kind without a live activity.
    func activityUpdates() throws -> ActivityWatcher.Interpret {
        guard let instance else { return { ActivityUpdate(NowPlaying($0), at: $1) } }
        // The error is thrown now, and not with the first entry.
        _ = try instance.kind.activityUpdate(of: instance.kind.schema.placeholder(at: .now), at: .now, timeZones: instance.timeZones)
        return { try instance.kind.activityUpdate(of: $0, at: $1, timeZones: instance.timeZones) }
    }
}
