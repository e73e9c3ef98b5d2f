import FoundationEssentials

/// The time of a provider's next reload; it may be later, but never earlier.
public enum ReloadPolicy: Hashable, Sendable {
    /// When the last entry is shown.
    case atEnd
    case after(Date)
    /// Only on request.
    case never
}

/// Entries in the order of their dates, with the policy of the next reload.
public struct Timeline: Hashable, Sendable {
    /// The entries, earliest first, without duplicate dates.
    public let entries: [Entry]
    /// The policy of the next reload.
    public let policy: ReloadPolicy

    /// Creates a timeline from unsorted entries; of several with the same date, the last one in `entries` is used.
    public init(entries: [Entry], policy: ReloadPolicy) {
        var sorted: [Entry] = []
        for entry in entries.enumerated().sorted(by: { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }).map(\.element) {
            if sorted.last?.date == entry.date { sorted.removeLast() }
            sorted.append(entry)
        }
        self.entries = sorted
        self.policy = policy
    }

    /// The entry to show at `now`: the latest that is due, or the first if none is due.
    ///
    /// It is nil only for an empty timeline.
    public func entry(at now: Date) -> Entry? {
        let next = next(after: now)
        return next > 0 ? entries[next - 1] : entries.first
    }

    /// The date of the next entry after `now`; nil if there is none.
    public func nextDate(after now: Date) -> Date? {
        let next = next(after: now)
        return next < entries.count ? entries[next].date : nil
    }

    /// The index of the first entry after `now`, found in few steps also among many entries; the number of entries if there is none.
    private func next(after now: Date) -> Int {
        var (first, end) = (0, entries.count)
        while first < end {
            let middle = (first + end) / 2
            if entries[middle].date <= now { first = middle + 1 } else { end = middle }
        }
        return first
    }

    /// The earliest time of the next reload; nil for never.
    public var reloadDate: Date? {
        switch policy {
        case .atEnd: entries.last?.date
        case .after(let date): date
        case .never: nil
        }
    }
}
