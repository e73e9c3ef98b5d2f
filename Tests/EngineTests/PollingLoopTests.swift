import Foundation
import SubdialBasics
import SubdialConcurrency
import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialEngine

@Suite struct PollingLoopTests {
    /// A loop for subscribers, with a record of its turns.
    private final class Setting: Sendable {
        let loop: PollingLoop
        let subscribers = Listeners<Void>()
        /// True for each turn that was asked to read.
        private let asked = Mutex<[Bool]>([])
        private let times = Mutex<[SteadyDate]>([])

        /// - Parameter times: The times that the turns return, the first one first; nil after the last.
        init(lingering: Duration, times: [SteadyDate] = []) {
            loop = PollingLoop(lingering: lingering)
            self.times.withLock { $0 = times }
        }

        var turns: [Bool] { asked.withLock { $0 } }

        /// Runs the loop until it ends.
        ///
        /// - Parameter during: Called in each turn with its number, from 1.
        func run(asking: Bool = false, during: @Sendable (Int) async -> Void = { _ in }) async {
            await loop.run(asking: asking) {
                !subscribers.isEmpty
            } turn: { isAsked in
                let number = asked.withLock { asked in
                    asked.append(isAsked)
                    return asked.count
                }
                await during(number)
                return times.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            }
        }
    }

    /// The time of lingering begins when the last subscriber has left.
    @Test func endsAfterTheLastSubscriberHasLeft() async {
        let setting = Setting(lingering: .milliseconds(20))
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        #expect(setting.subscribers.add(continuation, for: ()) { setting.loop.wake() })
        await setting.run(asking: true) { number in
            if number == 1 { continuation.finish() }
        }
        // The end of the subscriber and that of the time wake the loop, and ask for nothing.
        #expect(setting.turns.first == true)
        #expect(!setting.turns.dropFirst().contains(true))
        withExtendedLifetime(stream) {}
    }

    @Test func runsWhileThereIsASubscriber() async throws {
        let times = (1...10).map { SteadyDate.now + 0.01 * Double($0) }
        let setting = Setting(lingering: .milliseconds(20), times: times)
        let stream = setting.subscribers.stream { setting.loop.wake() }
        let running = Task { await setting.run() }
        try await eventually("a turn for each date, the last ones after the time of lingering") { setting.turns.count > times.count }
        running.cancel()
        await running.value
        withExtendedLifetime(stream) {}
    }

    /// A question that arrives during a turn is not lost if another wake-up follows before the next turn.
    @Test func aQuestionOutlivesLaterWakeUps() async throws {
        let setting = Setting(lingering: .seconds(3600))
        let running = Task {
            await setting.run { number in
                guard number == 1 else { return }
                setting.loop.wake(asking: true)
                setting.loop.wake()
            }
        }
        try await eventually("a second turn") { setting.turns.count >= 2 }
        #expect(setting.turns == [false, true])
        running.cancel()
        await running.value
    }

    @Test func wakesAtTheTimeOfTheLastTurn() async throws {
        let setting = Setting(lingering: .seconds(3600), times: [.now + 0.01, .now + 0.02])
        let running = Task { await setting.run() }
        try await eventually("a turn for each date") { setting.turns.count >= 3 }
        #expect(setting.turns == [false, false, false])
        running.cancel()
        await running.value
    }

    /// Questions before the start are not those of this run.
    @Test func beginsWithoutEarlierQuestions() async throws {
        let setting = Setting(lingering: .seconds(3600))
        setting.loop.wake(asking: true)
        let running = Task { await setting.run() }
        try await eventually("a turn") { !setting.turns.isEmpty }
        #expect(setting.turns == [false])
        running.cancel()
        await running.value
    }
}
