import FoundationEssentials
import SubdialTimeline

/// The future presentations of live activities without further events.
///
/// Alerts are followed by compact, stale and lock screen presentations, and finally by none.
public struct ActivityPresentationTimeline: Hashable, Sendable, Codable {
    /// An activity on the lock screen.
    public struct Banner: Hashable, Sendable, Codable {
        /// The ID of the activity.
        public let id: ActivityID
        /// The state of the activity.
        public let state: ActivityState
        /// The content state as of `updated`.
        public let content: ActivityContentState
        /// The time of the content's position.
        public let updated: Date
    }

    /// The presentation from `date` on.
    public struct Entry: Hashable, Sendable, Codable {
        /// The start of the presentation.
        public let date: Date
        /// The content of the Dynamic Island.
        public let island: DynamicIsland
        /// The activities on the lock screen, from the top.
        public let lockScreen: [Banner]

        fileprivate func looksLike(_ other: Entry) -> Bool {
            island == other.island && lockScreen == other.lockScreen
        }
    }

    /// The entries by date, starting at the requested time, without equal neighbours.
    public let entries: [Entry]

    /// Computes the presentations of `activities` from `now` on.
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
                    id: id, state: $0.state, content: $0.ended == nil ? $0.content.state : $0.visibleState(at: clock),
                    updated: $0.ended ?? $0.updated)
            }
        }
        return ActivityPresentationTimeline.Entry(date: clock, island: arbiter.island, lockScreen: banners)
    }
}

extension ActivityPresentationTimeline: CustomStringConvertible {
    /// One line per entry: its date, the island, and the banners with their states.
    public var description: String {
        entries.map { entry in
            let banners = entry.lockScreen.map { "\($0.id) \($0.state.rawValue)" }.joined(separator: ", ")
            return "\(entry.date.iso8601)  island: \(entry.island); lock screen: \(banners.isEmpty ? "nothing" : banners)\n"
        }.joined()
    }
}
