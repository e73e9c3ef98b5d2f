import Glibc
import SubdialSystem
import Testing

@Suite struct WakeUpTests {
    private func isReadable(_ wakeUp: WakeUp) -> Bool {
        var entry = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test func wakesUntilItIsDrained() throws {
        let wakeUp = try WakeUp()
        #expect(!isReadable(wakeUp))
        wakeUp.wake()
        wakeUp.wake()
        #expect(isReadable(wakeUp))
        #expect(wakeUp.drain() == [])
        #expect(!isReadable(wakeUp))
    }

    @Test func tellsSignalsFromOtherWakeUps() throws {
        let wakeUp = try WakeUp()
        wakeUp.wake()
        var byte = UInt8(SIGHUP)
        #expect(write(wakeUp.signalDescriptor, &byte, 1) == 1)
        wakeUp.wake()
        #expect(wakeUp.drain() == [SIGHUP])
        #expect(wakeUp.drain() == [])
    }

    /// More wake-ups than a pipe has room for.
    @Test func neverBlocksTheCaller() throws {
        let wakeUp = try WakeUp()
        for _ in 0..<200_000 { wakeUp.wake() }
        #expect(isReadable(wakeUp))
        wakeUp.drain()
        #expect(!isReadable(wakeUp))
    }
}
