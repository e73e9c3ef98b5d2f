import SubdialEngineWire
import Testing

@Suite struct RestartDelayTests {
    @Test func anEngineThatEndsAtOnceIsStartedEverLessOften() {
        var delay = RestartDelay()
        #expect((0..<10).map { _ in delay.delay(afterLasting: 5) } == [0, 250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000])
    }

    @Test func anEngineThatLastedIsReplacedAtOnce() {
        var delay = RestartDelay()
        for _ in 0..<5 { _ = delay.delay(afterLasting: 5) }
        #expect(delay.delay(afterLasting: RestartDelay.soundAfter) == 0)
        #expect(delay.delay(afterLasting: 5) == 250)
    }
}
