// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
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

        /// The location for Swift Testing: that of `code` if given, otherwise that of the assertion.
        func location(_ code: CodePlace? = nil) -> SourceLocation {
            SourceLocation(
                fileID: code.map { "\(moduleName)/\("\($0.file)".split(separator: "/").last ?? "")" } ?? "\(fileID)",
                filePath: "\(code?.file ?? filePath)", line: Int(code?.line ?? line), column: code == nil ? Int(column) : 1)
        }

        /// Runs an assertion, for which an error is a failure.
        func assert(_ name: String, _ body: () throws -> Void) {
            RunningAssertions.shared.run {
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
        ///
        /// - Parameter code: The code that caused the failure, if it is not the assertion itself.
        func fail(_ message: String, at code: CodePlace? = nil) {
            let (file, line) = (code?.file ?? filePath, code?.line ?? line)
            if Test.current != nil, !RunningAssertions.shared.isExiting {
                Issue.record(Comment(rawValue: message), sourceLocation: location(code))
            } else if !FailureWitness.shared.sees({ XCTFail(message, file: file, line: line) }) {
                LostFailure.end("\(file):\(line): \(message)")
            }
        }
    }
#endif
