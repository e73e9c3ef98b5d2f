import Testing

@testable import SubdialConcurrency

@Suite struct LeavingSubscribersTests {
    /// The last subscriber of a zone wakes the zone's loop, which may be cancelled at the same time.
    @Test func aSubscriberThatLeavesMaySendToOneThatIsCancelled() async {
        let (entries, wakeUps) = (Listeners<Int>(), Listeners<Int>())
        for _ in 0..<5000 {
            let (stream, wakes) = (entries.stream(left: { wakeUps.send(1) }), wakeUps.stream())
            let subscriber = Task { for await _ in stream {} }
            let loop = Task { for await _ in wakes {} }
            for _ in 0..<4 { await Task.yield() }
            async let left: Void = subscriber.cancel()
            async let ended: Void = loop.cancel()
            _ = await (left, ended)
            await subscriber.value
            await loop.value
        }
        #expect(entries.isEmpty)
        #expect(wakeUps.isEmpty)
    }
}
