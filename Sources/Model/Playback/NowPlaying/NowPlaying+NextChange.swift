import FoundationEssentials

extension NowPlaying {
    /// The time at which the position reaches `seconds`, if it is after `now`.
    private func moment(atPosition seconds: Double, after now: Date) -> Date? {
        guard let started else { return nil }
        let moment = started.addingTimeInterval(seconds)
        return moment > now ? moment : nil
    }

    /// The first time after `now` at which the position reaches another whole second; nil if it is not running or has reached its end.
    public func nextSecond(after now: Date) -> Date? {
        guard isRunning, let elapsed = elapsed(at: now) else { return nil }
        let next = elapsed.rounded(.down) + 1
        if let length = length(at: now), next > length { return nil }
        return moment(atPosition: next, after: now)
    }

    /// The first time after `now` at which the progress reaches the next of `steps` equal steps; nil if it is not running.
    public func nextProgress(after now: Date, steps: Int) -> Date? {
        guard steps > 0, isRunning, let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        // A step due within the next microsecond counts as reached.
        guard elapsed + 1e-6 < length else { return nil }
        let step = length / Double(steps)
        return moment(atPosition: (((elapsed + 1e-6) / step).rounded(.down) + 1) * step, after: now)
    }
}
