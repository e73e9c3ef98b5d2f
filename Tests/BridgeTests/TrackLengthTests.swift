import Foundation
import SubdialBasics
import SubdialPlayback
import Testing

@testable import SubdialBridge

@Suite struct TrackLengthTests {
    struct Case: Sendable {
        /// The titles and lengths in the order in which the bridge reports them.
        let told: [(title: String, length: Double?)]
        let believed: [Double?]
    }

    private func reading(_ title: String, _ length: Double?) -> Reading {
        var reading = Reading(zone: ZoneID("roon:1"), stamp: Stamp(SteadyDate(seconds: 0), .poll))
        reading.track = .some(Track(title: title, length: length))
        return reading
    }

    @Test(arguments: [
        // A length that stays the same for different tracks is unreliable.
        Case(told: [("a", 358), ("a", 358), ("b", 358), ("b", 358), ("c", 358)], believed: [358, 358, nil, nil, nil]),
        // A length that changes with its track is reliable, even after an unreliable one.
        Case(told: [("a", 200), ("b", 300), ("c", 300), ("d", 250)], believed: [200, 300, nil, 250]),
        Case(told: [("a", 200), ("b", nil), ("c", nil), ("c", 250)], believed: [200, nil, nil, 250]),
    ])
    func believesWhatChangesWithTheTrack(_ example: Case) {
        var lengths = TrackLength()
        #expect(example.told.map { lengths.checked(reading($0.title, $0.length)).track??.length } == example.believed)
    }

    @Test func saysNothingWhereTheReadingDoesNot() {
        var lengths = TrackLength()
        var silent = reading("a", 1)
        silent.track = nil
        #expect(lengths.checked(silent) == silent)
        silent.track = .some(nil)
        #expect(lengths.checked(silent) == silent)
    }
}
