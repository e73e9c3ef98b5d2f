import FoundationEssentials

extension Entry {
    /// The entry with its own dates moved by `seconds`: from the timeline of one clock to that of another.
    ///
    /// Dates in its values describe external events and are not moved.
    public func dated(later seconds: Double) -> Entry {
        guard seconds != 0 else { return self }
        var entry = self
        entry.date.addTimeInterval(seconds)
        entry.lastContact?.addTimeInterval(seconds)
        entry.problem?.since.addTimeInterval(seconds)
        entry.clocks = clocks.mapValues { $0.dated(later: seconds) }
        return entry
    }
}

extension ReloadPolicy {
    /// The policy with its date moved by `seconds`.
    public func dated(later seconds: Double) -> ReloadPolicy {
        if case .after(let date) = self { .after(date.addingTimeInterval(seconds)) } else { self }
    }
}

extension Timeline {
    /// The next time after `now` that requires work; nil if nothing will change.
    ///
    /// It is the date of the next entry, the date of the next reload, or `change`.
    ///
    /// - Parameter change: The time at which the displayed content changes by itself; nil for never.
    public func nextWake(after now: Date, showing change: Date? = nil) -> Date? {
        let candidates = [
            nextDate(after: now),
            reloadDate.flatMap { $0 > now ? $0 : nil },
            change,
        ]
        return candidates.compactMap { $0 }.min()
    }

    /// The timeline with its own dates moved by `seconds`.
    public func dated(later seconds: Double) -> Timeline {
        Timeline(entries: entries.map { $0.dated(later: seconds) }, policy: policy.dated(later: seconds))
    }
}
