import FoundationEssentials
import Glibc
import SubdialConcurrency
import Synchronization
import Testing

@testable import SubdialEngine

@Suite
struct LineExecutorTests {
    private let start = ContinuousClock.now

    @Test(
        arguments: [
            ([(1, 5), (2, 3), (3, 4)], 4, [2, 3]),
            ([(1, 5), (1, 2)], 5, [1]),
            ([(1, 2), (1, 9)], 5, []),
            ([(1, 2), (1, nil), (2, 2)], 5, [2]),
            ([(3, 2), (1, 2), (2, 2)], 2, [1, 2, 3]),
            ([(1, 2), (1, nil)], 9, []),
        ] as [([(Int, Int?)], Int, [Int])])
    func alarmsAreTakenInTheOrderOfTheirLastDates(_ sets: [(alarm: Int, second: Int?)], now: Int, due: [Int]) {
        var queue = AlarmQueue()
        for set in sets { queue.set(set.alarm, set.second.map { start + .seconds($0) }) }
        #expect(queue.receive(until: start + .seconds(now)) == due)
        #expect(queue.receive(until: start + .seconds(now)).isEmpty)
    }

    @Test
    func theNextDateIsThatOfTheEarliestAlarm() {
        var queue = AlarmQueue()
        #expect(queue.next == nil)
        for (alarm, second) in [(1, 7), (2, 4), (3, 5)] { queue.set(alarm, start + .seconds(second)) }
        #expect(queue.next == start + .seconds(4))
        queue.set(2, start + .seconds(9))
        #expect(queue.next == start + .seconds(5))
    }

    @Test
    func tasksAndAlarmsRunOnOneThread() async {
        let executor = LineExecutor()
        let threads = SeenThreads()
        let (rings, continuation) = AsyncStream<Void>.makeStream()
        let alarm = executor.addAlarm {
            threads.note()
            continuation.yield()
        }
        await withTaskExecutorPreference(executor) {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        await Task.yield()
                        threads.note()
                    }
                }
            }
            executor.set(alarm, .now + .milliseconds(5))
            for await _ in rings { break }
            threads.note()
        }
        #expect(threads.count == 1)
    }

    @Test
    func anEarlierDateSetByAnotherThreadWakesTheExecutor() async {
        let executor = LineExecutor()
        let (rings, continuation) = AsyncStream<Void>.makeStream()
        let alarm = executor.addAlarm { continuation.yield() }
        executor.set(alarm, .now + .seconds(3600))
        executor.set(alarm, .now)
        for await _ in rings { break }
    }

    @Test
    func aRemovedAlarmIsNotCalled() async {
        let executor = LineExecutor()
        let (rings, continuation) = AsyncStream<String>.makeStream()
        let removed = executor.addAlarm { continuation.yield("removed") }
        let later = executor.addAlarm { continuation.yield("later") }
        executor.set(removed, .now + .milliseconds(20))
        executor.remove(removed)
        executor.set(removed, .now)
        executor.set(later, .now + .milliseconds(40))
        for await name in rings {
            #expect(name == "later")
            break
        }
    }

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

/// The threads on which ``note()`` was called.
private final class SeenThreads: Sendable {
    private let ids = Mutex<Set<UInt>>([])

    var count: Int { ids.withLock { $0.count } }

    func note() { ids.withLock { _ = $0.insert(UInt(pthread_self())) } }
}
