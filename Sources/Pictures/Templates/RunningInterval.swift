import FoundationEssentials
import SubdialExpressions

/// An interval between two dates and the position of the shown time in it: SwiftUI's `timerInterval`.
struct RunningInterval {
    /// The length in seconds, more than 0.
    let length: Double
    /// The elapsed seconds, from 0 to `length`.
    let elapsed: Double
    /// True while the time is inside the interval and not paused.
    let isRunning: Bool
    /// The start date.
    private let from: Date
    /// True if the interval has not started and is not paused.
    private let isAhead: Bool

    /// Evaluates `{ from, to, pausedAt }`; nil if a date is missing, or if the end is not after the start.
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

    /// The elapsed fraction, 0 to 1.
    var fraction: Double { elapsed / length }

    /// The increase of the fraction per second; 0 if it is not running.
    var rate: Double { isRunning ? 1 / length : 0 }

    /// The start date if it is in the future; otherwise nil.
    var start: Date? { isAhead ? from : nil }

    /// The date at which the next whole second has elapsed; nil if there is none.
    var nextSecond: Date? {
        let next = elapsed.rounded(.down) + 1
        return (isRunning || isAhead) && next <= length ? from.addingTimeInterval(next) : nil
    }

    /// The remaining whole seconds; their sum with the elapsed whole seconds is constant.
    var remaining: Double { max(0, length.rounded(.down) - elapsed.rounded(.down)) }
}
