import FoundationEssentials
import SubdialConcurrency
import Testing

@testable import SubdialEngine

@Suite
struct AlarmTests {
    @Test
    func anAlarmRingsAtItsDateAndNotBefore() async {
        let (rings, continuation) = AsyncStream<Date>.makeStream()
        let alarm = Alarm { continuation.yield(.steady) }
        for milliseconds in [0, 1, 30] {
            let due = Date.steady.addingTimeInterval(Double(milliseconds) / 1000)
            alarm.set(due)
            for await date in rings {
                #expect(date >= due)
                break
            }
        }
    }
}
