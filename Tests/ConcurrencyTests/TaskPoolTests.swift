import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import SubdialConcurrency

@Suite
struct TaskPoolTests {
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
        let executor = TaskPool(threads: 1)
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
        let executor = TaskPool(threads: 1)
        let (rings, continuation) = AsyncStream<Void>.makeStream()
        let alarm = executor.addAlarm { continuation.yield() }
        executor.set(alarm, .now + .seconds(3600))
        executor.set(alarm, .now)
        for await _ in rings { break }
    }

    @Test
    func aRemovedAlarmIsNotCalled() async {
        let executor = TaskPool(threads: 1)
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

    @Test("A task that sleeps is resumed by the pool")
    func sleeping() async throws {
        let pool = TaskPool(threads: 2)
        let threads = SeenThreads()
        try await withTaskExecutorPreference(pool) {
            for milliseconds in [0, 1, 20] {
                let start = ContinuousClock.now
                // The pool's sleep is what is tested.
                try await Task.sleep(for: .milliseconds(milliseconds))
                #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
                threads.note()
            }
        }
        #expect((1...2).contains(threads.count))
    }

    @Test("Many tasks run to their end, on no more threads than allowed", arguments: [1, 2, 5])
    func manyTasks(limit: Int) async {
        let pool = TaskPool(threads: limit)
        let threads = SeenThreads()
        let sum = await withTaskExecutorPreference(pool) {
            await withTaskGroup(of: Int.self) { group in
                for number in 1...500 {
                    group.addTask {
                        await Task.yield()
                        threads.note()
                        return number
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(sum == 125_250)
        #expect((1...limit).contains(threads.count))
    }

    @Test("A task that occupies its thread does not hold up the others")
    func aBusyThread() async {
        let pool = TaskPool(threads: 2)
        let flag = Flag()
        await withTaskExecutorPreference(pool) {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { while !flag.isSet.load(ordering: .relaxed) { usleep(1000) } }
                group.addTask {
                    // Meanwhile the first task occupies its thread.
                    try? await Task.sleep(for: .milliseconds(5))
                    flag.isSet.store(true, ordering: .relaxed)
                }
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

private final class Flag: Sendable {
    let isSet = Atomic(false)
}
