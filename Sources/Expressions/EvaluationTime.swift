import FoundationEssentials

/// The time context of a function: the moment of the evaluation, and where changes are noted.
struct EvaluationTime {
    /// The moment of the evaluation; nil where time does not count.
    let now: Date?
    let changes: NextChange?
    /// True where an argument runs with the clock.
    let isRunning: Bool

    /// Notes that a value which is told of `date` changes when the date has come to `boundary`.
    ///
    /// A date that does not run never comes there.
    func note(_ boundary: Date, of date: Date) {
        guard isRunning, let now else { return }
        changes?.note(now.addingTimeInterval(boundary.timeIntervalSince(date)))
    }
}
