import Expressions
import FoundationEssentials

/// A time between two dates, and where in it the moment is that is shown: SwiftUI's `timerInterval`.
struct RunningInterval {
    /// Seconds from its beginning to its end, more than 0.
    let length: Double
    /// Seconds of it that have gone by, from 0 to `length`.
    let elapsed: Double

    /// Reads `{ from, to, pausedAt }`; nil where a date is missing, or the end does not come after the beginning.
    init?(_ content: TemplateValue, _ expander: Expander, _ scope: any Scope, _ path: String) throws {
        func date(_ key: String) throws -> Date? {
            guard let value = content[key], case .date(let date) = try expander.value(value, scope, path) else { return nil }
            return date
        }
        guard let from = try date("from"), let to = try date("to"), to > from else { return nil }
        var now: Date?
        if case .date(let moment)? = scope.value(of: "now") { now = moment }
        guard let moment = try date("pausedAt") ?? now else { return nil }
        length = to.timeIntervalSince(from)
        elapsed = min(max(moment.timeIntervalSince(from), 0), length)
    }

    /// How much of it has gone by, 0 to 1.
    var fraction: Double { elapsed / length }

    /// Whole seconds that have gone by.
    var elapsedText: String { Value.clock(elapsed) }

    /// Whole seconds that are left; with those that have gone by they make up the length.
    var remainingText: String { Value.clock(max(0, length.rounded(.down) - elapsed.rounded(.down))) }
}
