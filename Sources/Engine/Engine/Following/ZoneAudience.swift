import SubdialConcurrency
import SubdialPlayback
import SubdialTimeline
import Synchronization

/// The subscribers of a zone, each with the rules for what it may see and for what is recorded.
final class ZoneAudience: Sendable {
    private struct Interest {
        let rules: ZoneRules
        let recordingRules: ZoneRules
    }

    private let subscribers = Subscribers<Interest, Entry>()
    /// The rules of the last caller, which apply to recording while there are no subscribers.
    private let lastRules = Mutex<ZoneRules?>(nil)

    /// True if there are no subscribers.
    var isEmpty: Bool { subscribers.isEmpty }

    /// A stream of the entries from now on, the first immediately; a slow subscriber misses all but the newest.
    ///
    /// - Parameters:
    ///   - rules: The rules for what the subscriber may see.
    ///   - recordingRules: The rules by which playback is recorded for the subscriber.
    ///   - left: Called after the subscriber has ended the stream.
    func entries(
        through rules: ZoneRules, recordedBy recordingRules: ZoneRules, first: Entry, left: @escaping @Sendable () -> Void
    ) -> AsyncStream<Entry> {
        // A subscriber that leaves is the last caller only after it has left the list.
        lastRules.withLock { $0 = $0 ?? recordingRules }
        let interest = Interest(rules: rules, recordingRules: recordingRules)
        return subscribers.stream(for: interest, first: first.seen(through: rules)) { [weak self] in
            self?.note(recordingRules)
            left()
        }
    }

    /// Sends an entry to each subscriber, as its rules permit.
    func send(_ entry: Entry) { subscribers.send { entry.seen(through: $0.rules) } }

    /// Ends the streams of all subscribers, and those of later ones.
    func finish() { subscribers.finish() }

    /// The rules of the last caller; nil if there was none.
    var callerRules: ZoneRules? { lastRules.withLock { $0 } }

    /// Notes the rules of a caller; nil when following has ended.
    func note(_ rules: ZoneRules?) { lastRules.withLock { $0 = rules } }

    /// The rules for recording the zone, if those of a subscriber permit it; without subscribers, if those of the last caller do.
    func recording(of zone: Zone) -> HistoryRules? {
        let interests = subscribers.interests
        let rules = interests.isEmpty ? [callerRules].compactMap { $0 } : interests.map(\.recordingRules)
        return rules.lazy.compactMap { $0.recording(of: zone) }.first
    }
}
