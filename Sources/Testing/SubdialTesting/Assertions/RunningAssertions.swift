// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import Glibc
    import Synchronization

    /// The assertions that are under way, on any thread.
    ///
    /// The process waits for them when it exits: the tests have ended without their results.
    final class RunningAssertions: Sendable {
        static let shared = RunningAssertions()

        private struct State {
            var count = 0
            var isExiting = false
        }

        private let state = Mutex(State())
        /// The maximum wait at the exit, in seconds.
        private static let longestWait = 60

        private init() { atexit { RunningAssertions.shared.waitForAll() } }

        /// True if the process exits, so that no library records failures any more.
        var isExiting: Bool { state.withLock { $0.isExiting } }

        /// Runs an assertion.
        func run(_ assertion: () -> Void) {
            state.withLock { $0.count += 1 }
            defer { state.withLock { $0.count -= 1 } }
            assertion()
        }

        private func waitForAll() {
            state.withLock { $0.isExiting = true }
            let deadline = ContinuousClock.now + .seconds(Self.longestWait)
            while state.withLock({ $0.count }) > 0 {
                guard ContinuousClock.now < deadline else {
                    LostFailure.end("an assertion has not ended \(Self.longestWait) seconds after the tests")
                }
                usleep(1000)
            }
        }
    }
#endif
