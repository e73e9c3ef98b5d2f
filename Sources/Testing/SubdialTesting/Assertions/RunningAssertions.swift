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
            /// Where views are asserted that the main thread evaluates.
            var onMain: [String] = []
        }

        private let state = Mutex(State())
        /// Signalled when the last assertion ends while the process exits.
        private let end = DispatchSemaphore(value: 0)
        /// The maximum wait at the exit, in seconds.
        private static let longestWait = 60

        private init() {
            // The last one registered is called first.
            on_exit(
                { status, _ in
                    ObsoleteReferences.shared.finish(
                        status: status, arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment)
                }, nil)
            atexit { RunningAssertions.shared.waitForAll() }
        }

        /// True if the process exits, so that no library records failures any more.
        var isExiting: Bool { state.withLock { $0.isExiting } }

        /// Runs an assertion.
        ///
        /// - Parameters:
        ///   - needsMain: True if it waits for the main thread, which has ended when the process exits.
        ///   - place: The place of the assertion, for a message.
        func run(needsMain: Bool, at place: String, _ assertion: () -> Void) {
            let isTooLate = state.withLock { state in
                state.count += 1
                if needsMain { state.onMain.append(place) }
                return state.isExiting && needsMain
            }
            if isTooLate { LostFailure.end("\(place): the view cannot be evaluated, because the process exits") }
            defer {
                let isLast = state.withLock { state in
                    state.count -= 1
                    if needsMain, let index = state.onMain.firstIndex(of: place) { state.onMain.remove(at: index) }
                    return state.isExiting && state.count == 0
                }
                if isLast { end.signal() }
            }
            assertion()
        }

        private func waitForAll() {
            let (isOver, place) = state.withLock { state in
                state.isExiting = true
                return (state.count == 0, state.onMain.first)
            }
            if let place { LostFailure.end("\(place): the view cannot be evaluated, because the process exits") }
            if !isOver, end.wait(timeout: .now() + .seconds(Self.longestWait)) == .timedOut {
                LostFailure.end("an assertion has not ended \(Self.longestWait) seconds after the tests")
            }
        }
    }
#endif
