import FoundationEssentials
import Timeline

/// What is to be seen of live activities from a moment on, as long as nobody touches anything: what alerts, then what stands compact,
/// stale, on the lock screen only, and nothing at last.
public struct ActivityPresentationTimeline: Hashable, Sendable, Codable {
    /// One activity on the lock screen.
    public struct Banner: Hashable, Sendable, Codable {
        /// Which activity it is.
        public let id: ActivityID
        /// Where it stands in its life.
        public let state: ActivityState
        /// What it shows, as of `updated`.
        public let content: ActivityContentState
        /// The moment at which the content's position was true.
        public let updated: Date
    }

    /// What is to be seen from `date` on.
    public struct Entry: Hashable, Sendable, Codable {
        /// The moment from which it is so.
        public let date: Date
        /// What stands in the Dynamic Island.
        public let island: DynamicIsland
        /// What stands on the lock screen, from the top.
        public let lockScreen: [Banner]

        fileprivate func looksLike(_ other: Entry) -> Bool {
            island == other.island && lockScreen == other.lockScreen
        }
    }

    /// By date; the first is that of the moment asked for, and no two neighbours look the same.
    public let entries: [Entry]

    /// Foretells what `activities` show from `now` on.
    public init(of activities: LiveActivities, from now: Date) {
        var later = activities
        _ = later.advance(to: now)
        var entries = [later.entry]
        while let date = later.nextWake(after: later.clock) {
            _ = later.advance(to: date)
            if let last = entries.last, !later.entry.looksLike(last) { entries.append(later.entry) }
        }
        self.entries = entries
    }
}

extension LiveActivities {
    fileprivate var entry: ActivityPresentationTimeline.Entry {
        let activities = self.activities
        let arbiter = ActivityArbiter(activities)
        let banners = arbiter.lockScreen.compactMap { id in
            activities.first { $0.id == id }.map {
                ActivityPresentationTimeline.Banner(
                    id: id, state: $0.state, content: $0.ended == nil ? $0.content.state : $0.shownState(at: clock),
                    updated: $0.ended ?? $0.updated)
            }
        }
        return ActivityPresentationTimeline.Entry(date: clock, island: arbiter.island, lockScreen: banners)
    }
}

extension ActivityPresentationTimeline: CustomStringConvertible {
    /// A line for each entry: its date, the island, and the banners with their states.
    public var description: String {
        entries.map { entry in
            let banners = entry.lockScreen.map { "\($0.id) \($0.state.rawValue)" }.joined(separator: ", ")
            return "\(entry.date.iso8601)  island: \(entry.island); lock screen: \(banners.isEmpty ? "nothing" : banners)\n"
        }.joined()
    }
}
