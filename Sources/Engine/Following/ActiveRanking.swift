import FoundationEssentials
import Playback

/// Which of several zones is the active one: one that plays goes before one that is paused, and that before one that is stopped; of equals
/// the one that began or ended to play last, and then the one whose source is named first.
///
/// Another track is no change: two that play would take each other's place with each of their songs.
struct ActiveRanking: Hashable, Sendable {
    private struct Candidate: Hashable {
        var zone: Zone
        var isReachable: Bool
        var changed: Date
        var place: Int
    }

    private var candidates: [ZoneID: Candidate] = [:]

    /// Takes note at `now` of what a zone is doing.
    ///
    /// - Parameter place: The place of its source in the order given, from 0.
    mutating func note(_ zone: Zone, place: Int, at now: Date) {
        let known = candidates[zone.id]
        let changed = known.map { $0.zone.status == zone.status ? $0.changed : now } ?? .distantPast
        candidates[zone.id] = Candidate(zone: zone, isReachable: true, changed: changed, place: place)
    }

    /// Takes note that the source of a zone does not answer for it: it comes after all others until it does.
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
