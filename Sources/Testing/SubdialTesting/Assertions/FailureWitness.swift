// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import Glibc
    import Synchronization
    import XCTest

    /// Detects if XCTest has recorded a failure: outside of a running test case it silently ignores failures.
    ///
    /// Unchecked, because XCTest's observers are its own classes; all state of this one is protected by a lock.
    final class FailureWitness: NSObject, XCTestObservation, @unchecked Sendable {
        static let shared = FailureWitness()

        private let count = Mutex(0)
        private let isRegistered = Mutex(false)

        /// True if a test case recorded the failure of `fail`.
        func sees(_ fail: () -> Void) -> Bool {
            isRegistered.withLock { isRegistered in
                if !isRegistered { XCTestObservationCenter.shared.addTestObserver(self) }
                isRegistered = true
            }
            let before = count.withLock { $0 }
            fail()
            return count.withLock { $0 } > before
        }

        func testCase(
            _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?, atLine lineNumber: Int
        ) {
            count.withLock { $0 += 1 }
        }
    }

    /// Handles a failure that no test can record.
    enum LostFailure {
        /// Writes to stderr.
        static func complain(_ text: String) {
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                guard count > 0 else { return }
                bytes = bytes.dropFirst(count)
            }
        }

        /// Ends the process with a message.
        static func end(_ message: String) -> Never {
            let text = """
                subdial: \(message)
                subdial: this snapshot assertion runs outside of a test's task, or after the tests, so that no test can fail for it: the \
                process ends here. Assert in the test itself, or in a task that the test awaits.

                """
            complain(text)
            // The report is written here, because `_exit` skips the exit handlers.
            TestReport.shared.write()
            fflush(nil)
            // The exit handlers would wait for running tests.
            _exit(70)
        }
    }
#endif
