import Expressions
import FoundationEssentials

/// A time between two dates, and where in it the moment is that is shown: SwiftUI's `timerInterval`.
struct RunningInterval {
    /// Seconds from its beginning to its end, more than 0.
    let length: Double
    /// Seconds of it that have gone by, from 0 to `length`.
    let elapsed: Double
    /// True while the moment lies in it, and runs.
    let isRunning: Bool
    /// When it begins.
    private let from: Date
    /// True where it has not begun.
    private let isAhead: Bool

    /// Reads `{ from, to, pausedAt }`; nil where a date is missing, or the end does not come after the beginning.
    init?(_ content: TemplateValue, _ expander: Expander, _ scope: any Scope, _ path: String) throws {
        func date(_ key: String) throws -> Date? {
            guard let value = content[key], case .date(let date) = try expander.value(value, scope, path) else { return nil }
            return date
        }
        guard let from = try date("from"), let to = try date("to"), to > from else { return nil }
        var now: Date?
        if case .date(let moment)? = scope.value(of: "now") { now = moment }
        let pause = try date("pausedAt")
        guard let moment = pause ?? now else { return nil }
        self.from = from
        length = to.timeIntervalSince(from)
        let gone = moment.timeIntervalSince(from).wholeMicroseconds
        elapsed = min(max(gone, 0), length)
        isAhead = pause == nil && gone < 0
        isRunning = pause == nil && gone >= 0 && gone < length
    }

    /// How much of it has gone by, 0 to 1.
    var fraction: Double { elapsed / length }

    /// How much of it goes by each second; 0 while it does not run.
    var rate: Double { isRunning ? 1 / length : 0 }

    /// When it begins; nil once it has.
    var start: Date? { isAhead ? from : nil }

    /// When another whole second of it has gone by; nil where none will.
    var nextSecond: Date? {
        let next = elapsed.rounded(.down) + 1
        return (isRunning || isAhead) && next <= length ? from.addingTimeInterval(next) : nil
    }

    /// Whole seconds that are left; with those that have gone by they make up the length.
    var remaining: Double { max(0, length.rounded(.down) - elapsed.rounded(.down)) }
}
