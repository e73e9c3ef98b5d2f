import FoundationEssentials

extension Entry {
    /// The entry with all of its dates `seconds` later: moved from one clock's time line to another's.
    public func dated(later seconds: Double) -> Entry {
        guard seconds != 0 else { return self }
        var entry = self
        entry.date.addTimeInterval(seconds)
        entry.lastContact?.addTimeInterval(seconds)
        return entry
    }
}

extension ReloadPolicy {
    /// The policy with its date `seconds` later.
    public func dated(later seconds: Double) -> ReloadPolicy {
        if case .after(let date) = self { .after(date.addingTimeInterval(seconds)) } else { self }
    }
}
