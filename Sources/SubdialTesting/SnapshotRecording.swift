// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Snapshots
    import Testing

    /// Which references the assertions of a test write.
    enum SnapshotRecording {
        @TaskLocal static var mode: RecordMode?

        /// What a trait says, or else the environment's `SUBDIAL_SNAPSHOTS`; where neither does, those that are missing, and on a machine with
        /// `CI` set none.
        ///
        /// - Throws: Where the environment names no mode: a slip there must not record what nobody wanted recorded.
        static func mode(environment: [String: String]) throws(RecordingError) -> RecordMode {
            var wanted: RecordMode?
            if let word = environment["SUBDIAL_SNAPSHOTS"], !word.isEmpty {
                guard let mode = RecordMode(rawValue: word) else { throw RecordingError(word: word) }
                wanted = mode
            }
            if let ci = environment["CI"], !ci.isEmpty, ci != "false", ci != "0" { return .never }
            return mode ?? wanted ?? .missing
        }
    }

    /// A word for recording that is none.
    struct RecordingError: Error, CustomStringConvertible {
        let word: String

        var description: String {
            "SUBDIAL_SNAPSHOTS is '\(word)'; it takes \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    /// Has the snapshots of a test or a suite recorded otherwise than the environment says.
    public struct SnapshotTrait: TestTrait, SuiteTrait, TestScoping {
        let mode: RecordMode

        /// Whether it holds for all tests of a suite.
        public var isRecursive: Bool { true }

        /// Runs a test with the mode.
        public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws
        {
            try await SnapshotRecording.$mode.withValue(mode) { try await function() }
        }
    }

    extension Trait where Self == SnapshotTrait {
        /// Has snapshots recorded by this mode: `@Suite(.snapshots(record: .changed))`.
        public static func snapshots(record mode: RecordMode) -> SnapshotTrait { SnapshotTrait(mode: mode) }
    }
#endif
