import FoundationEssentials
import SubdialBasics
import SubdialPlayback

/// The reference time of this module's tests.
let start = Date(timeIntervalSince1970: 1_767_903_304)
let livingRoom = ZoneID("roon:1601bb42")
let decibels = VolumeScale(minimum: -64, maximum: 0, step: 0.5, unit: .db)

/// The date `seconds` after ``start``.
func at(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

/// The time `seconds` after ``start`` on the steady clock, which is not the wall clock's.
func at(_ seconds: Double) -> SteadyDate { SteadyDate(seconds: 5000 + seconds) }

/// Both clocks `seconds` after ``start``.
func at(_ seconds: Double) -> ClockPair { ClockPair(steady: at(seconds), wall: at(seconds)) }

/// A reading at `seconds` after ``start``.
func reading(
    _ seconds: Double, _ authority: Authority = .poll, zone: ZoneID = livingRoom, _ change: (inout Reading) -> Void = { _ in }
) -> Reading {
    var reading = Reading(zone: zone, stamp: Stamp(at(seconds), authority))
    change(&reading)
    return reading
}

/// The state of a zone that has played So What for 104 seconds, at −23.5 dB.
func playing() -> PlaybackState {
    var state = PlaybackState(zone: livingRoom, name: "Living Room")
    state.merge(
        reading(0) {
            $0.status = .playing
            $0.track = .some(Track(title: "So What", artist: "Miles Davis", album: "Kind of Blue", length: 562))
            $0.position = .some(PlaybackPosition(seconds: 104, time: at(0)))
            $0.volumeScale = .some(decibels)
            $0.volumeValue = -23.5
            $0.isMuted = false
            $0.connection = .live
        })
    return state
}
