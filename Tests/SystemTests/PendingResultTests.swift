import SubdialSystem
import Synchronization
import Testing

@Suite struct PendingResultTests {
    private final class Count: Sendable {
        let value = Mutex(0)
        func next() -> Int {
            value.withLock {
                $0 += 1; return $0
            }
        }
    }

    /// Nil is a result too: the work is not done twice for it.
    @Test func theWorkIsDoneOnce() {
        let count = Count()
        let number = PendingResult { count.next() }
        #expect(number.value() == 1)
        let nothing = PendingResult<Int?> {
            _ = count.next()
            return nil
        }
        #expect(nothing.value() == nil)
        #expect(count.value.withLock { $0 } == 2)
    }

    @Test func aResultThatNobodyFetchesIsFreed() async throws {
        weak var unused: Count?
        do {
            let count = Count()
            unused = count
            let pending = PendingResult { count.next() }
            _ = consume pending
        }
        // The thread owns what it works on until it ends.
        for _ in 0..<10_000 where unused != nil { try await Task.sleep(for: .milliseconds(1)) }
        #expect(unused == nil)
    }
}
