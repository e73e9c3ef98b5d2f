import FoundationEssentials

/// The time context of a function: the time of the evaluation, and the record of changes.
struct EvaluationTime {
    /// The time of the evaluation; nil if the evaluation does not depend on time.
    let now: Date?
    let changes: NextChange?
    /// True if an argument runs with the clock.
    let isRunning: Bool

    /// Records the time at which a value derived from `date` changes, which is when the date reaches `boundary`.
    ///
    /// A date that does not run never reaches it.
    func note(_ boundary: Date, of date: Date) {
        guard isRunning, let now else { return }
        changes?.note(now.addingTimeInterval(boundary.timeIntervalSince(date)))
    }
}
