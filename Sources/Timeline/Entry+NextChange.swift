import FoundationEssentials
import Playback

extension Timeline {
    /// The first moment after `now` at which something has to be done; nil where nothing will ever change.
    ///
    /// An entry comes due, what is shown changes by itself, or the provider is to be asked again.
    ///
    /// - Parameter change: When what is shown changes by itself; nil where it does not.
    public func nextWake(after now: Date, showing change: Date? = nil) -> Date? {
        let candidates = [
            entries.first { $0.date > now }?.date,
            reloadDate.flatMap { $0 > now ? $0 : nil },
            change,
        ]
        return candidates.compactMap { $0 }.min()
    }
}

extension Entry {
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

    /// The first moment after `now` at which the age in words is another; nil while the source answers.
    public func nextAge(after now: Date) -> Date? {
        guard connection != .live else { return nil }
        let age = age(at: now)
        let unit: Double = age < 3600 ? 60 : age < 86400 ? 3600 : 86400
        return (lastContact ?? date).addingTimeInterval(((age / unit).rounded(.down) + 1) * unit)
    }
}
