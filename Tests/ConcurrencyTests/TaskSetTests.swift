import SubdialTestSupport
import Synchronization
import Testing

@testable import SubdialConcurrency

@Suite struct TaskSetTests {
    /// Waits until no task is left.
    private func isEmpty(_ set: TaskSet) async {
        while set.count > 0 { await Task.yield() }
    }

    @Test func forgetsTasksThatHaveEnded() async throws {
        let set = TaskSet()
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        for number in 0..<3 { set.add { continuation.yield(number) } }
        var seen: Set<Int> = []
        for await number in stream where seen.insert(number).inserted && seen.count == 3 { break }
        await isEmpty(set)
        #expect(seen == [0, 1, 2])
    }

    @Test func cancelsTasks() async throws {
        let set = TaskSet()
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        set.add {
            await untilCancelled()
            continuation.yield(Task.isCancelled)
        }
        set.add(after: .seconds(3600)) { continuation.yield(false) }
        set.cancel()
        var ends = stream.makeAsyncIterator()
        #expect(await ends.next() == true)
        await isEmpty(set)
    }

    /// The end of the set is that of the tasks, with the work that they do after their cancellation.
    @Test func waitsForTheEndOfItsTasks() async {
        let set = TaskSet()
        let ends = Mutex<[Int]>([])
        for number in 1...3 {
            set.add {
                await untilCancelled()
                // A task that is added meanwhile ends too.
                if number == 3 { set.add { ends.withLock { $0.append(4) } } }
                for _ in 0..<20 { await Task.yield() }
                ends.withLock { $0.append(number) }
            }
        }
        await set.end()
        #expect(ends.withLock { $0.sorted() } == [1, 2, 3, 4])
        #expect(set.count == 0)
    }

    @Test func cancelsTasksWithItsOwner() async {
        let (stream, continuation) = AsyncStream<Bool>.makeStream()
        do {
            let set = TaskSet()
            set.add {
                await untilCancelled()
                continuation.yield(Task.isCancelled)
            }
        }
        var ends = stream.makeAsyncIterator()
        #expect(await ends.next() == true)
    }
}
