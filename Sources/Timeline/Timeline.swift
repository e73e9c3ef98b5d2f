import FoundationEssentials

/// When a provider wants to be asked again: at that moment or later, never earlier.
public enum ReloadPolicy: Hashable, Sendable {
    /// Once the last entry is shown.
    case atEnd
    case after(Date)
    /// Only when something tells it to.
    case never
}

/// Entries in the order of their dates, and when to ask for more.
public struct Timeline: Hashable, Sendable {
    /// The entries by date, the earliest first; no two have the same date.
    public let entries: [Entry]
    /// When to ask for more.
    public let policy: ReloadPolicy

    /// Makes a timeline of entries in any order; of two with the same date the later in `entries` counts.
    public init(entries: [Entry], policy: ReloadPolicy) {
        var sorted: [Entry] = []
        for entry in entries.enumerated().sorted(by: { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }).map(\.element) {
            if sorted.last?.date == entry.date { sorted.removeLast() }
            sorted.append(entry)
        }
        self.entries = sorted
        self.policy = policy
    }

    /// The entry to show at `now`: the latest whose date has come, or else the first.
    ///
    /// nil only where there is none at all.
    public func entry(at now: Date) -> Entry? {
        entries.last { $0.date <= now } ?? entries.first
    }

    /// The first moment from which the provider wants to be asked again; nil for never.
    public var reloadDate: Date? {
        switch policy {
        case .atEnd: entries.last?.date
        case .after(let date): date
        case .never: nil
        }
    }
}
