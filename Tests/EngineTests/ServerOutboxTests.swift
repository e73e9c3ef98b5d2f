import Glibc
import Testing

@testable import SubdialEngine

@Suite struct ServerOutboxTests {
    /// Accepts at most a given number of bytes, then no more for now.
    private struct Taker {
        var room: Int
        var taken: [UInt8] = []

        mutating func take(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard room > 0 else {
                errno = EAGAIN
                return -1
            }
            let count = min(room, bytes.count)
            taken += bytes.prefix(count)
            room -= count
            return count
        }
    }

    @Test func aLineTakesThePlaceOfTheLineBeforeIt() {
        var outbox = Outbox()
        for number in 1...10_000 { outbox.add(Array("\(number)\n".utf8), isLine: true) }
        #expect(outbox.byteCount == "10000\n".utf8.count)
    }

    @Test func whatIsNoLineStaysAndKeepsItsPlace() {
        var outbox = Outbox()
        var taker = Taker(room: 100)
        for (text, isLine) in [("a", true), ("b", true), ("-", false), ("-", false), ("c", true), ("d", true)] {
            outbox.add(Array(text.utf8), isLine: isLine)
        }
        #expect(outbox.flush { taker.take($0) } == .empty)
        #expect(String(decoding: taker.taken, as: UTF8.self) == "b--d")
        #expect(outbox.byteCount == 0)
    }

    @Test func aLineSentInPartIsSentToItsEnd() {
        var outbox = Outbox()
        var taker = Taker(room: 2)
        outbox.add(Array("old\n".utf8), isLine: true)
        #expect(outbox.flush { taker.take($0) } == .blocked)
        outbox.add(Array("new\n".utf8), isLine: true)
        outbox.add(Array("newest\n".utf8), isLine: true)
        taker.room = 100
        #expect(outbox.flush { taker.take($0) } == .empty)
        #expect(String(decoding: taker.taken, as: UTF8.self) == "old\nnewest\n")
    }

    @Test func nobodyAtTheOtherEndIsTold() {
        var outbox = Outbox()
        outbox.add([1])
        let progress = outbox.flush { _ in
            errno = EPIPE
            return -1
        }
        #expect(progress == .gone)
    }
}
