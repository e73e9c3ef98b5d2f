import Engine
import Expressions
import FoundationEssentials
import Kinds
import NowPlaying
import Timeline

extension Kind {
    /// The update that an entry makes of its live activity.
    ///
    /// - Throws: For a kind that has none, or an expression that cannot be evaluated.
    func activityUpdate(of entry: Entry, at now: Date, timeZones: TimeZones) throws -> ActivityUpdate {
        guard let activity else {
            throw CommandFailure(.wrongUsage, "'\(name)' has no live activity: its kind.yaml says no 'activity: { while: … }'")
        }
        let moment = try activity.moment(of: entry, at: now, timeZones: timeZones)
        return ActivityUpdate(entry, isActive: moment.isActive, isRunning: moment.isRunning, alert: moment.alert)
    }
}

extension KindChoice {
    /// Maps entries of the kind to updates of its live activity.
    ///
    /// - Throws: For a kind that has none.
    func activityUpdates() throws -> ActivityWatcher.Interpret {
        guard let instance else { return { ActivityUpdate(NowPlaying($0), at: $1) } }
        // Told at once, and not with the first entry.
        _ = try instance.kind.activityUpdate(of: instance.kind.schema.placeholder(at: .now), at: .now, timeZones: instance.timeZones)
        return { try instance.kind.activityUpdate(of: $0, at: $1, timeZones: instance.timeZones) }
    }
}
