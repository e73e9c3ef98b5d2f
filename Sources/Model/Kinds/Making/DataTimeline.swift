import FoundationEssentials
import SubdialTimeline

/// The state of a kind's data, and the timeline that shows it.
package struct DataState: Sendable {
    /// The entries of the last valid response, by date; empty before the first.
    package var entries: [Entry] = []
    /// The date of the last valid response; nil before the first.
    package var received: Date?
    /// The problem with the newest data; nil if there is none.
    package var problem: EntryProblem?

    /// Makes a state without data.
    package init() {}

    /// The timeline from `now` on.
    ///
    /// After an error, the last valid data are shown as stale until they expire. Data also become stale at the age that the kind
    /// specifies.
    ///
    /// - Parameters:
    ///   - schema: The kind's schema.
    ///   - subject: The subject of the entry that is shown without data.
    ///   - next: The date of the next request; nil for never.
    package func timeline(at now: Date, _ refresh: KindRefresh, schema: EntrySchema, subject: Subject?, next: Date? = nil) -> Timeline {
        let policy: ReloadPolicy = next.map { .after($0) } ?? .never
        guard let received, !entries.isEmpty else {
            return Timeline(
                entries: [Entry(date: now, schema: schema, subject: subject, freshness: .offline, problem: problem)], policy: policy)
        }
        let stale = problem == nil ? refresh.staleAge.map { received.addingTimeInterval($0) } : now
        let expiry = refresh.expires.map { received.addingTimeInterval($0) }
        var shown: [Entry] = []
        let known = Timeline(entries: entries, policy: .never)
        let changes = [stale, expiry].compactMap { $0 }.filter { $0 > now }
        // Entries before the current one are in the past.
        for date in Set([now] + entries.map(\.date).filter { $0 > now } + changes).sorted() {
            guard var entry = known.entry(at: date) else { continue }
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
