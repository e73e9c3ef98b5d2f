import FoundationEssentials
import Playback

extension Timeline {
    /// The first moment after `now` at which something has to be done; nil where nothing will ever change.
    ///
    /// An entry comes due, what is shown changes by itself, or the provider is to be asked again.
    public func nextWake(after now: Date, showing liveness: Liveness) -> Date? {
        let candidates = [
            entries.first { $0.date > now }?.date,
            reloadDate.flatMap { $0 > now ? $0 : nil },
            entry(at: now)?.nextChange(after: now, showing: liveness),
        ]
        return candidates.compactMap { $0 }.min()
    }
}

extension Entry {
    /// The first moment after `now` at which a picture of this entry looks different by itself; nil where it never does.
    public func nextChange(after now: Date, showing liveness: Liveness) -> Date? {
        [secondsChange(after: now, liveness), progressChange(after: now, liveness), ageChange(after: now, liveness)].compactMap { $0 }.min()
    }

    /// The moment at which the position passes `seconds`, if that lies after `now`.
    private func moment(atPosition seconds: Double, after now: Date) -> Date? {
        guard let started else { return nil }
        let moment = started.addingTimeInterval(seconds)
        return moment > now ? moment : nil
    }

    private func secondsChange(after now: Date, _ liveness: Liveness) -> Date? {
        guard liveness.showsSeconds, isRunning, let elapsed = elapsed(at: now) else { return nil }
        let next = elapsed.rounded(.down) + 1
        if let length = length(at: now), next > length { return nil }
        return moment(atPosition: next, after: now)
    }

    private func progressChange(after now: Date, _ liveness: Liveness) -> Date? {
        guard liveness.progressSteps > 0, isRunning, let elapsed = elapsed(at: now), let length = length(at: now)
        else { return nil }
        // A step that is due within the microsecond is taken.
        guard elapsed + 1e-6 < length else { return nil }
        let step = length / Double(liveness.progressSteps)
        return moment(atPosition: (((elapsed + 1e-6) / step).rounded(.down) + 1) * step, after: now)
    }

    private func ageChange(after now: Date, _ liveness: Liveness) -> Date? {
        guard liveness.showsAge, connection != .live else { return nil }
        let age = age(at: now)
        let unit: Double = age < 3600 ? 60 : age < 86400 ? 3600 : 86400
        return (lastContact ?? date).addingTimeInterval(((age / unit).rounded(.down) + 1) * unit)
    }
}
