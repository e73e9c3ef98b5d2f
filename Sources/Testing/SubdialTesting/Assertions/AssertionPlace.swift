// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Synchronization
    import Testing
    import XCTest

    /// The source location of an assertion.
    struct AssertionPlace {
        let fileID: StaticString
        let filePath: StaticString
        let line: UInt
        let column: UInt

        private var path: String { "\(filePath)" }
        var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        var fileName: String { String((path.split(separator: "/").last ?? "").prefix { $0 != "." }) }
        var moduleName: String { String("\(fileID)".prefix { $0 != "/" }) }
        var position: String { "\(line):\(column)" }

        /// The location for Swift Testing.
        var location: SourceLocation {
            SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
        }

        /// Runs an assertion, for which an error is a failure.
        ///
        /// - Parameter needsMain: True if the main thread has to evaluate views.
        func assert(_ name: String, needsMain: Bool = false, _ body: () throws -> Void) {
            RunningAssertions.shared.run(needsMain: needsMain, at: "\(filePath):\(line): \(name)") {
                do {
                    try body()
                } catch {
                    fail("\(name): \(error)")
                }
            }
        }

        /// Records a failure in the library that runs the test.
        ///
        /// A failure that no running test can record ends the process: a run must not pass after a difference.
        func fail(_ message: String) {
            if Test.current != nil, !RunningAssertions.shared.isExiting {
                Issue.record(Comment(rawValue: message), sourceLocation: location)
            } else if !FailureWitness.shared.sees({ XCTFail(message, file: filePath, line: line) }) {
                LostFailure.end("\(filePath):\(line): \(message)")
            }
        }

        /// Tells something for which no test fails: in Swift Testing as an issue of the severity `warning`, else on stderr.
        ///
        /// The tests of a file tell a warning only once in a process, however many snapshots have it.
        ///
        /// - Parameter name: The snapshot that has the warning.
        func warn(_ warning: String, of name: String) {
            guard ToldWarnings.shared.isNew("\(filePath) \(warning)") else { return }
            let message = "\(name): \(warning)"
            if Test.current != nil, !RunningAssertions.shared.isExiting {
                Issue.record(Comment(rawValue: message), severity: .warning, sourceLocation: location)
            } else {
                LostFailure.complain("\(filePath):\(line): warning: \(message)\n")
            }
        }
    }

    /// The warnings that were told.
    private final class ToldWarnings: Sendable {
        static let shared = ToldWarnings()

        private let told = Mutex<Set<String>>([])

        /// True if nobody has asked for this text yet.
        func isNew(_ text: String) -> Bool { told.withLock { $0.insert(text).inserted } }
    }
#endif
