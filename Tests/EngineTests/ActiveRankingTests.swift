import Foundation
import Playback
import Testing

@testable import Engine

@Suite struct ActiveRankingTests {
    private static func date(_ second: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(second)) }

    /// What zones of the first, second and third source say one after the other, with `?` for no answer, and the one that is active then.
    @Test(arguments: [
        ("0 paused, 1 playing", "1"), ("0 stopped, 1 paused, 2 playing", "2"), ("0 playing, 1 playing", "0"), ("1 paused, 0 paused", "0"),
        // Of equals the one that changed last; another track of the same player is no change.
        ("0 playing, 1 paused, 1 playing", "1"), ("0 playing, 1 playing, 0 paused, 1 paused", "1"),
        ("0 playing, 1 paused, 1 playing, 0 playing", "1"), ("0 playing, 1 paused, 0 paused, 1 paused", "0"),
        ("0 stopped, 1 loading", "1"), ("0 playing, 1 paused, 0 ?", "1"), ("0 paused, 1 stopped, 0 ?", "1"),
        ("0 paused, 1 paused, 0 ?, 1 ?", "0"),
        // An outage is no change of what it plays.
        ("0 paused, 1 paused, 1 playing, 1 paused, 0 ?, 0 paused", "1"),
    ])
    func oneIsActive(_ told: String, _ active: String) {
        var ranking = ActiveRanking()
        for (second, word) in told.components(separatedBy: ", ").enumerated() {
            let parts = word.components(separatedBy: " ")
            let zone = ZoneID(parts[0])
            if let status = PlaybackStatus(rawValue: parts[1]) {
                ranking.note(Zone(id: zone, name: parts[0], status: status), place: Int(parts[0]) ?? 9, at: Self.date(second))
            } else {
                ranking.lose(zone)
            }
        }
        #expect(ranking.zones.first?.id.rawValue == active)
    }
}
