import Synchronization
import Testing

@testable import Concurrency

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
        let counts = Mutex<[Int]>([])
        let holder = Mutex<Subscribers<Int, Void>?>(nil)
        let subscribers = Subscribers<Int, Void> {
            let count = holder.withLock { $0 }?.count ?? -1
            counts.withLock { $0.append(count) }
        }
        holder.withLock { $0 = subscribers }
        defer { holder.withLock { $0 = nil } }
        let (one, other, last) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        for (interest, continuation) in [one.continuation, other.continuation, last.continuation].enumerated() {
            #expect(subscribers.add(continuation, for: interest))
        }
        one.continuation.finish()
        other.continuation.finish()
        #expect(counts.withLock { $0 } == [2, 1])
        #expect(subscribers.interests == [2])
        subscribers.finish()
        for await _ in last.stream {}
        #expect(counts.withLock { $0 } == [2, 1])
        #expect(subscribers.isEmpty)
    }
}
