import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import Testing

@testable import SubdialEngine

@Suite
struct AlarmTests {
    @Test
    func anAlarmRingsAtItsTimeAndNotBefore() async {
        let (rings, continuation) = AsyncStream<SteadyDate>.makeStream()
        let alarm = Alarm { continuation.yield(.now) }
        for milliseconds in [0, 1, 30] {
            let due = SteadyDate.now + Double(milliseconds) / 1000
            alarm.set(due)
            for await time in rings {
                #expect(time >= due)
                break
            }
        }
    }
}
