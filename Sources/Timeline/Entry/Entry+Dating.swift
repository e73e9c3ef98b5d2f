import FoundationEssentials

extension Entry {
    /// The entry with all of its own dates `seconds` later: moved from one clock's time line to another's.
    ///
    /// Dates among its values tell of the world, and stay.
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
    /// The policy with its date `seconds` later.
    public func dated(later seconds: Double) -> ReloadPolicy {
        if case .after(let date) = self { .after(date.addingTimeInterval(seconds)) } else { self }
    }
}

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

    /// The timeline with all of its own dates `seconds` later.
    public func dated(later seconds: Double) -> Timeline {
        Timeline(entries: entries.map { $0.dated(later: seconds) }, policy: policy.dated(later: seconds))
    }
}
