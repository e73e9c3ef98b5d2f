import Expressions
import FoundationEssentials
import Timeline

/// When entries of a kind have a live activity, and what it tells.
public struct KindActivity: Sendable {
    /// True while there is something to show: the activity begins and ends with it.
    public var condition: KindExpression
    /// True while it is more than a break; nil for as long as it is shown.
    public var running: KindExpression?
    /// Another value than before has the Dynamic Island show the activity expanded for a while; nil for none.
    public var alert: KindExpression?

    /// The values of the expressions.
    public struct Moment: Hashable, Sendable {
        /// True while there is something to show.
        public var isActive: Bool
        /// True while it is more than a break.
        public var isRunning: Bool
        /// The text whose change alerts.
        public var alert: String
    }

    /// Evaluates the expressions for an entry at `now`.
    ///
    /// - Throws: `KindError` where an expression cannot be evaluated.
    public func moment(of entry: Entry, at now: Date, timeZones: TimeZones) throws(KindError) -> Moment {
        var scope = EntryScope(entry, at: now)
        scope.timeZones = timeZones
        return Moment(
            isActive: try condition.value(in: scope, step: .fields).isTrue,
            isRunning: try running?.value(in: scope, step: .fields).isTrue ?? true,
            alert: try alert?.value(in: scope, step: .fields).text ?? "")
    }
}
