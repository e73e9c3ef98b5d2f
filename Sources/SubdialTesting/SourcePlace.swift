// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Testing
    import XCTest

    /// Where an assertion stands.
    struct SourcePlace {
        let fileID: StaticString
        let filePath: StaticString
        let line: UInt
        let column: UInt

        private var path: String { "\(filePath)" }
        var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        var fileName: String { String((path.split(separator: "/").last ?? "").prefix { $0 != "." }) }
        var moduleName: String { String("\(fileID)".prefix { $0 != "/" }) }
        var position: String { "\(line):\(column)" }

        /// Records a failure in whichever library runs the test.
        ///
        /// A failure that no running test can take ends the process: a run must not pass that has found a difference.
        func fail(_ message: String) {
            if Test.current != nil {
                let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
                Issue.record(Comment(rawValue: message), sourceLocation: location)
            } else if !FailureWitness.shared.sees({ XCTFail(message, file: filePath, line: line) }) {
                LostFailure.end("\(path):\(line): \(message)")
            }
        }
    }
#endif
