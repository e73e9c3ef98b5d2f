// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Dispatch
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
        /// Signalled when the last assertion ends while the process exits.
        private let end = DispatchSemaphore(value: 0)
        /// The maximum wait at the exit, in seconds.
        private static let longestWait = 60

        private init() { atexit { RunningAssertions.shared.waitForAll() } }

        /// True if the process exits, so that no library records failures any more.
        var isExiting: Bool { state.withLock { $0.isExiting } }

        /// Runs an assertion.
        func run(_ assertion: () -> Void) {
            state.withLock { $0.count += 1 }
            defer {
                let isLast = state.withLock { state in
                    state.count -= 1
                    return state.isExiting && state.count == 0
                }
                if isLast { end.signal() }
            }
            assertion()
        }

        private func waitForAll() {
            let isOver = state.withLock { state in
                state.isExiting = true
                return state.count == 0
            }
            if !isOver, end.wait(timeout: .now() + .seconds(Self.longestWait)) == .timedOut {
                LostFailure.end("an assertion has not ended \(Self.longestWait) seconds after the tests")
            }
        }
    }
#endif
