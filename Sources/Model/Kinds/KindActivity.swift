import FoundationEssentials
import SubdialExpressions
import SubdialTimeline

/// The live activity of a kind.
package struct KindActivity: Sendable {
    /// True while the activity is active: it starts and ends with this condition.
    package var condition: KindExpression
    /// True while the activity is running, as opposed to a break; nil if it always is.
    package var running: KindExpression?
    /// A value whose change expands the activity in the Dynamic Island for a while; nil for none.
    package var alert: KindExpression?

    /// The values of the expressions at one time.
    package struct Moment: Hashable, Sendable {
        /// True while the activity is active.
        package var isActive: Bool
        /// True while the activity is running, as opposed to a break.
        package var isRunning: Bool
        /// The text whose change is an alert.
        package var alert: String
    }

    /// Evaluates the expressions for an entry at `now`.
    ///
    /// - Throws: `KindError` if an expression cannot be evaluated.
    package func moment(of entry: Entry, at now: Date, timeZones: TimeZones) throws(KindError) -> Moment {
        var scope = EntryScope(entry, at: now)
        scope.timeZones = timeZones
        return Moment(
            isActive: try condition.value(in: scope, step: .fields).isTrue,
            isRunning: try running?.value(in: scope, step: .fields).isTrue ?? true,
            alert: try alert?.value(in: scope, step: .fields).text ?? "")
    }
}
