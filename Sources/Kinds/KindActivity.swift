import Expressions
import FoundationEssentials
import Timeline

/// The live activity of a kind.
public struct KindActivity: Sendable {
    /// True while the activity is active: it starts and ends with this condition.
    public var condition: KindExpression
    /// True while the activity is running, as opposed to a break; nil if it always is.
    public var running: KindExpression?
    /// A value whose change expands the activity in the Dynamic Island for a while; nil for none.
    public var alert: KindExpression?

    /// The values of the expressions at one time.
    public struct Moment: Hashable, Sendable {
        /// True while the activity is active.
        public var isActive: Bool
        /// True while the activity is running, as opposed to a break.
        public var isRunning: Bool
        /// The text whose change is an alert.
        public var alert: String
    }

    /// Evaluates the expressions for an entry at `now`.
    ///
    /// - Throws: `KindError` if an expression cannot be evaluated.
    public func moment(of entry: Entry, at now: Date, timeZones: TimeZones) throws(KindError) -> Moment {
        var scope = EntryScope(entry, at: now)
        scope.timeZones = timeZones
        return Moment(
            isActive: try condition.value(in: scope, step: .fields).isTrue,
            isRunning: try running?.value(in: scope, step: .fields).isTrue ?? true,
            alert: try alert?.value(in: scope, step: .fields).text ?? "")
    }
}
