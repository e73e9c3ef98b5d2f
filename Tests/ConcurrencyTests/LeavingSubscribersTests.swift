import Testing

@testable import Concurrency

@Suite struct LeavingSubscribersTests {
    /// A subscriber that leaves sends to others, as the last subscriber of a zone wakes its loop.
    @Test func leavingWhileOthersSendDoesNotBlock() async {
        let (entries, wakeUps) = (Listeners<Int>(), Listeners<Int>())
        for _ in 0..<500 {
            await withTaskGroup(of: Void.self) { group in
                let ready = AsyncStream.makeStream(of: Void.self)
                group.addTask {
                    await withTaskGroup(of: Void.self) { followers in
                        let (stream, wakes) = (entries.stream(left: { wakeUps.send(1) }), wakeUps.stream())
                        followers.addTask { for await _ in stream {} }
                        followers.addTask { for await _ in wakes {} }
                        ready.continuation.finish()
                    }
                }
                for await _ in ready.stream {}
                group.addTask { for number in 0..<20 { wakeUps.send(number) } }
                group.addTask { for number in 0..<20 { entries.send(number) } }
                group.addTask { for number in 0..<20 { wakeUps.send(number) } }
                group.cancelAll()
            }
        }
        #expect(entries.isEmpty)
        #expect(wakeUps.isEmpty)
    }
}
