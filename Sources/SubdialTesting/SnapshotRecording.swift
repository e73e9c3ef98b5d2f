// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Snapshots
    import Testing

    /// Which references the assertions of a test write.
    enum SnapshotRecording {
        @TaskLocal static var mode: RecordMode?

        /// What a trait says, or else the environment's `SUBDIAL_SNAPSHOTS`; where neither does, those that are missing, and on a machine with
        /// `CI` set none.
        static func mode(environment: [String: String]) -> RecordMode {
            if let ci = environment["CI"], !ci.isEmpty, ci != "false", ci != "0" { return .never }
            return mode ?? environment["SUBDIAL_SNAPSHOTS"].flatMap(RecordMode.init(rawValue:)) ?? .missing
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
