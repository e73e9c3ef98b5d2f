import Glibc
import SubdialSystem
import Testing

@Suite struct WorkThreadTests {
    /// The result of work on a thread that has ended; written by one thread, read after it was joined.
    private final class Outcome: @unchecked Sendable {
        var blocked: [Int32] = []
    }

    /// Signals of the process are for its other threads; a fault is for the thread that has it.
    @Test func blocksAllSignalsButFaults() throws {
        let outcome = Outcome()
        let thread = try #require(
            WorkThread {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                let asked = [SIGPIPE, SIGTERM, SIGINT, SIGHUP, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE]
                outcome.blocked = asked.filter { sigismember(&mask, $0) == 1 }
            })
        thread.join()
        #expect(outcome.blocked == [SIGPIPE, SIGTERM, SIGINT, SIGHUP])
    }

    @Test func wakesAThreadThatWaits() throws {
        let (asked, answered) = (try WakeUp(), try WakeUp())
        #expect(
            WorkThread.detach {
                var entry = pollfd(fd: asked.descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
                answered.wake()
            })
        asked.wake()
        var entry = pollfd(fd: answered.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, -1) == 1)
    }
}
