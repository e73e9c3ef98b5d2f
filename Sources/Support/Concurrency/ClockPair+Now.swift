import FoundationEssentials
import SubdialBasics

/// The readings of both clocks from which the times of this process are counted.
private let origin = (wall: Date.now, instant: ContinuousClock.now)

extension SteadyDate {
    /// The current time (`CLOCK_BOOTTIME`).
    package static var now: SteadyDate { SteadyDate(seconds: (ContinuousClock.now - origin.instant) / .seconds(1)) }
}

extension ClockPair {
    /// Both clocks now, with the wall clock as it would show the time if it had not been set since.
    package var now: ClockPair {
        let steady = SteadyDate.now
        return ClockPair(steady: steady, wall: date(steady))
    }

    /// Both clocks now.
    ///
    /// A difference of less than half a second to the first reading is within the error of reading two clocks one after the other, and is not
    /// visible on a displayed clock. It counts as none, so that equal times have equal dates.
    package static var now: ClockPair {
        let steady = SteadyDate.now
        let expected = origin.wall.addingTimeInterval(steady.seconds)
        let offset = Date.now.timeIntervalSince(expected)
        return ClockPair(
            steady: steady, wall: abs(offset) < 0.5 ? expected : expected.addingTimeInterval((offset * 1000).rounded() / 1000))
    }
}
