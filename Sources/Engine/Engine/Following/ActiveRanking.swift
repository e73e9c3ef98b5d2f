import FoundationEssentials
import SubdialPlayback

/// Ranks zones by activity, to determine the active one.
///
/// A playing zone precedes a paused one, and that precedes a stopped one. Of equal zones, the one whose status changed last comes first, then the one
/// whose source is named first. A new track does not count as a change: otherwise two playing zones would swap places with each song.
struct ActiveRanking: Hashable, Sendable {
    private struct Candidate: Hashable {
        var zone: Zone
        var isReachable: Bool
        var changed: Date
        var place: Int
    }

    private var candidates: [ZoneID: Candidate] = [:]

    /// Records a zone's status at `now`.
    ///
    /// - Parameter place: The index of its source in the given order, from 0.
    mutating func note(_ zone: Zone, place: Int, at now: Date) {
        let known = candidates[zone.id]
        let changed = known.map { $0.zone.status == zone.status ? $0.changed : now } ?? .distantPast
        candidates[zone.id] = Candidate(zone: zone, isReachable: true, changed: changed, place: place)
    }

    /// Records that the source does not answer for a zone, which then ranks last until it does.
    mutating func lose(_ zone: ZoneID) { candidates[zone]?.isReachable = false }

    /// The zones, the active one first.
    var zones: [Zone] {
        candidates.values.sorted { left, right in
            let (first, second) = (Self.rank(left), Self.rank(right))
            if first != second { return first < second }
            if left.changed != right.changed { return left.changed > right.changed }
            return (left.place, left.zone.id.rawValue) < (right.place, right.zone.id.rawValue)
        }.map(\.zone)
    }

    private static func rank(_ candidate: Candidate) -> Int {
        guard candidate.isReachable else { return 4 }
        return switch candidate.zone.status {
        case .playing, .loading: 0
        case .paused: 1
        case .stopped: 2
        case .unknown: 3
        }
    }
}
