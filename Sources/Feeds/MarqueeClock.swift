import FoundationEssentials
import Playback
import Timeline

/// For how long a track has moved through a marquee: from zero for each track, and only while it plays.
struct MarqueeClock: Hashable, Sendable {
    private var track: Track?
    /// The moment from which the seconds count; nil while they stand still.
    private(set) var started: Date?
    private var frozen = 0.0

    mutating func follow(_ entry: Entry, at now: Date) {
        let isSame =
            switch (track, entry.track) {
            case (let old?, let new?): old.isSame(as: new)
            case (nil, nil): true
            default: false
            }
        if !isSame {
            frozen = 0
            started = nil
            track = entry.track
        }
        let runs = entry.isRunning && entry.connection == .live
        if runs, started == nil {
            started = now.addingTimeInterval(-frozen)
        } else if !runs, started != nil {
            frozen = seconds(at: now)
            started = nil
        }
    }

    func seconds(at now: Date) -> Double {
        started.map { max(0, now.timeIntervalSince($0)) } ?? frozen
    }
}
