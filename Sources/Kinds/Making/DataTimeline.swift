import FoundationEssentials
import Timeline

/// What is known of the data of a kind, and the timeline that shows it.
public struct DataState: Sendable {
    /// The entries of the last good answer, by date; empty before the first.
    public var entries: [Entry] = []
    /// When the last good answer came; nil before the first.
    public var received: Date?
    /// Why the newest data could not be had; nil while all is well.
    public var problem: EntryProblem?

    /// Nothing known.
    public init() {}

    /// The timeline from `now` on.
    ///
    /// An error stands beside the last good data: they are shown as stale until they expire. Data are stale too once they are older than
    /// the kind lets them be.
    ///
    /// - Parameters:
    ///   - schema: The kind's schema.
    ///   - subject: What is shown where nothing is known.
    ///   - next: When the source is asked again; nil for never.
    public func timeline(at now: Date, _ refresh: KindRefresh, schema: EntrySchema, subject: Subject?, next: Date? = nil) -> Timeline {
        let policy: ReloadPolicy = next.map { .after($0) } ?? .never
        guard let received, !entries.isEmpty else {
            return Timeline(
                entries: [Entry(date: now, schema: schema, subject: subject, freshness: .offline, problem: problem)], policy: policy)
        }
        let stale = problem == nil ? refresh.staleAge.map { received.addingTimeInterval($0) } : now
        let expiry = refresh.expires.map { received.addingTimeInterval($0) }
        var shown: [Entry] = []
        // What was before the entry that is shown now is past.
        let first = entries.last { $0.date <= now } ?? entries[0]
        let changes = [stale, expiry].compactMap { $0 }.filter { $0 > now }
        for date in Set([now] + entries.map(\.date).filter { $0 > now } + changes).sorted() {
            var entry = entries.last { $0.date <= date } ?? first
            entry.date = date == now ? min(entry.date, now) : date
            entry.problem = problem
            if let expiry, date >= expiry {
                entry = Entry(date: entry.date, schema: schema, subject: entry.subject ?? subject, freshness: .offline, problem: problem)
                entry.lastContact = received
            } else if let stale, date >= stale {
                entry.freshness = .stale
                entry.lastContact = received
            }
            shown.append(entry)
        }
        return Timeline(entries: shown, policy: policy)
    }
}
