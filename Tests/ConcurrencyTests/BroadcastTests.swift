import Synchronization
import Testing

@testable import SubdialConcurrency

@Suite struct BroadcastTests {
    @Test func sendsTheNewestValueFirstAndEachLaterOne() async {
        let broadcast = Broadcast(1)
        broadcast.send(2)
        var values = broadcast.values().makeAsyncIterator()
        #expect(await values.next() == 2)
        broadcast.send(3)
        #expect(await values.next() == 3)
        // Of unread values, the newest is left.
        for value in 4...9 { broadcast.send(value) }
        #expect(await values.next() == 9)
        #expect(broadcast.value == 9)
    }

    @Test func endsAllStreamsAfterTheNewestValue() async {
        let broadcast = Broadcast("a")
        let early = broadcast.values()
        broadcast.send("b")
        broadcast.finish()
        let late = broadcast.values()
        for stream in [early, late] {
            var seen: [String] = []
            for await value in stream { seen.append(value) }
            #expect(seen == ["b"])
        }
    }
}

@Suite struct ListenersTests {
    @Test func sendsToAllStreamsThatAreOpen() async {
        let listeners = Listeners<Int>()
        listeners.send(1)
        var first = listeners.stream(keeping: 3).makeAsyncIterator()
        listeners.send(2)
        var second = listeners.stream().makeAsyncIterator()
        for element in 3...5 { listeners.send(element) }
        #expect(await first.next() == 3)
        #expect(await second.next() == 5)
        #expect(listeners.count == 2)
    }

    @Test func forgetsStreamsThatHaveEnded() {
        let listeners = Listeners<Int>()
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        #expect(listeners.add(continuation))
        #expect(listeners.count == 1)
        continuation.finish()
        #expect(listeners.count == 0)
        withExtendedLifetime(stream) {}
    }

    @Test func refusesTooManyAndAllAfterTheEnd() async {
        let listeners = Listeners<Int>()
        let (one, other) = (AsyncStream<Int>.makeStream(), AsyncStream<Int>.makeStream())
        #expect(listeners.add(one.continuation, limit: 1))
        #expect(!listeners.add(other.continuation, limit: 1))
        // The refused stream has ended.
        for await _ in other.stream {}
        listeners.finish()
        for await _ in one.stream {}
        #expect(!listeners.add(AsyncStream<Int>.makeStream().continuation))
        #expect(listeners.count == 0)
    }
}

@Suite struct SubscribersTests {
    /// Each subscriber receives the elements for its interest, and nothing else.
    @Test func sendsWhatConcernsEachInterest() async {
        let subscribers = Subscribers<Int, String>()
        var first = subscribers.stream(for: 1, first: "now", keeping: 3).makeAsyncIterator()
        var second = subscribers.stream(for: 2, keeping: 3).makeAsyncIterator()
        subscribers.send { $0 == 1 ? "for 1" : nil }
        subscribers.send { "for all, also \($0)" }
        #expect(await first.next() == "now")
        #expect(await first.next() == "for 1")
        #expect(await first.next() == "for all, also 1")
        #expect(await second.next() == "for all, also 2")
        #expect(subscribers.interests.sorted() == [1, 2])
        #expect(!subscribers.isEmpty)
    }

    /// The closure sees the list without the stream that has ended; the end of the list itself is not reported.
    @Test func tellsThatASubscriberHasLeft() async {
        let subscribers = Subscribers<Int, Void>()
        let left = Mutex<[[Int]]>([])
        let streams = (0..<3).map { _ in AsyncStream<Void>.makeStream() }
        for (interest, stream) in streams.enumerated() {
            let isAdded = subscribers.add(stream.continuation, for: interest) {
                left.withLock { $0.append(subscribers.interests.sorted()) }
            }
            #expect(isAdded)
        }
        streams[0].continuation.finish()
        streams[1].continuation.finish()
        #expect(left.withLock { $0 } == [[1, 2], [2]])
        subscribers.finish()
        for await _ in streams[2].stream {}
        #expect(left.withLock { $0 } == [[1, 2], [2]])
        #expect(subscribers.isEmpty)
    }
}
