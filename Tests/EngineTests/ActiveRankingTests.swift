import Foundation
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialEngine

@Suite struct ActiveRankingTests {

    /// Reports of zones of the first, second and third source in order, with `?` for no answer and `empty` for no track, and the zone that is active
    /// then.
    @Test(arguments: [
        ("0 paused, 1 playing", "1"), ("0 stopped, 1 paused, 2 playing", "2"), ("0 playing, 1 playing", "0"), ("1 paused, 0 paused", "0"),
        // Of equal zones, the one that changed last is active; a new track of the same player is no change.
        ("0 playing, 1 paused, 1 playing", "1"), ("0 playing, 1 playing, 0 paused, 1 paused", "1"),
        ("0 playing, 1 paused, 1 playing, 0 playing", "1"), ("0 playing, 1 paused, 0 paused, 1 paused", "0"),
        ("0 stopped, 1 loading", "1"), ("0 playing, 1 paused, 0 ?", "1"), ("0 paused, 1 stopped, 0 ?", "1"),
        ("0 paused, 1 paused, 0 ?, 1 ?", "0"),
        // A zone without a track comes after those that show something.
        ("0 playing empty, 1 paused", "1"), ("0 paused empty, 1 paused", "1"), ("0 paused empty, 1 stopped", "1"),
        ("0 stopped, 1 playing empty", "1"), ("0 loading empty, 1 paused", "0"), ("0 paused, 1 playing, 1 playing empty", "0"),
        ("0 stopped empty, 1 paused empty", "1"), ("0 playing empty, 1 paused, 1 ?", "0"),
        // An outage does not change the status.
        ("0 paused, 1 paused, 1 playing, 1 paused, 0 ?, 0 paused", "1"),
    ])
    func oneIsActive(_ told: String, _ active: String) {
        var ranking = ActiveRanking()
        for (second, word) in told.components(separatedBy: ", ").enumerated() {
            let parts = word.components(separatedBy: " ")
            let zone = ZoneID(parts[0])
            if let status = PlaybackStatus(rawValue: parts[1]) {
                var seen = Zone(id: zone, name: parts[0], status: status)
                seen.hasTrack = parts.count < 3
                ranking.record(seen, place: Int(parts[0]) ?? 9, at: SteadyDate(seconds: Double(second)))
            } else {
                ranking.lose(zone)
            }
        }
        #expect(ranking.zones.first?.id.rawValue == active)
    }
}
