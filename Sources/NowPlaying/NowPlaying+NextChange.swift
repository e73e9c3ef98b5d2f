import FoundationEssentials

extension NowPlaying {
    /// The moment at which the position passes `seconds`, if that lies after `now`.
    private func moment(atPosition seconds: Double, after now: Date) -> Date? {
        guard let started else { return nil }
        let moment = started.addingTimeInterval(seconds)
        return moment > now ? moment : nil
    }

    /// The first moment after `now` at which the position has another whole second; nil where it stands still or has come to its end.
    public func nextSecond(after now: Date) -> Date? {
        guard isRunning, let elapsed = elapsed(at: now) else { return nil }
        let next = elapsed.rounded(.down) + 1
        if let length = length(at: now), next > length { return nil }
        return moment(atPosition: next, after: now)
    }

    /// The first moment after `now` at which the progress is another where it is shown in so many steps; nil where it stands still.
    public func nextProgress(after now: Date, steps: Int) -> Date? {
        guard steps > 0, isRunning, let elapsed = elapsed(at: now), let length = length(at: now) else { return nil }
        // A step that is due within the microsecond is taken.
        guard elapsed + 1e-6 < length else { return nil }
        let step = length / Double(steps)
        return moment(atPosition: (((elapsed + 1e-6) / step).rounded(.down) + 1) * step, after: now)
    }
}
