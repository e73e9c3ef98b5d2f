// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import Snapshots
    import Testing

    /// Which fonts snapshots are drawn with.
    public enum SnapshotFonts: Sendable, Hashable {
        /// The fonts of the system.
        case installed
        /// The fonts of the system, which have to be those that `__Snapshots__/fonts.json` was recorded with: a test fails before it draws
        /// where they are not.
        case recorded
        /// The fonts of a folder and no others, as `subdial snapshot fonts vendor` makes it; relative to the test's file.
        case folder(String)
    }

    /// The settings of a scope of tests; nil for what it leaves to the scope around it.
    struct SnapshotSettings: Sendable, Hashable {
        @TaskLocal static var current = SnapshotSettings()

        var record: RecordMode?
        var fonts: SnapshotFonts?
        /// The folder of templates of one's own, from the root.
        var templates: String?

        /// These settings within others.
        func within(_ outer: SnapshotSettings) -> SnapshotSettings {
            SnapshotSettings(record: record ?? outer.record, fonts: fonts ?? outer.fonts, templates: templates ?? outer.templates)
        }

        init(record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil) {
            self.record = record
            self.fonts = fonts
            self.templates = templates
        }

        /// Settings as a test writes them, with folders relative to its file.
        init(_ record: RecordMode?, _ fonts: SnapshotFonts?, _ templates: String?, _ file: StaticString) {
            let folder = TestResources.folder(nil, file)
            self.record = record
            self.fonts = if case .folder(let path)? = fonts { .folder(TestResources.path(path, in: folder)) } else { fonts }
            self.templates = templates.map { TestResources.path($0, in: folder) }
        }

        /// Which references an assertion writes: on a machine with `CI` set none, else what the scope says, the environment's
        /// `SUBDIAL_SNAPSHOTS`, or those that are missing.
        ///
        /// - Throws: Where the environment names no mode: a slip there must not record what nobody wanted recorded.
        func mode(environment: [String: String]) throws(RecordingError) -> RecordMode {
            var wanted: RecordMode?
            if let word = environment["SUBDIAL_SNAPSHOTS"], !word.isEmpty {
                guard let mode = RecordMode(rawValue: word) else { throw RecordingError(word: word) }
                wanted = mode
            }
            if let ci = environment["CI"], !ci.isEmpty, ci != "false", ci != "0" { return .never }
            return record ?? wanted ?? .missing
        }
    }

    /// A word for recording that is none.
    struct RecordingError: Error, CustomStringConvertible {
        let word: String

        var description: String {
            "SUBDIAL_SNAPSHOTS is '\(word)'; it takes \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    /// Runs code whose snapshots are recorded, or drawn, otherwise.
    ///
    /// - Parameters:
    ///   - record: Which references are written; nil for what holds around it. On a machine with `CI` set none are.
    ///   - fonts: Which fonts they are drawn with.
    ///   - templates: The folder of templates, themes and devices of one's own, relative to the test's file.
    public func withSnapshots<Result>(
        record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, file: StaticString = #filePath,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let settings = SnapshotSettings(record, fonts, templates, file).within(.current)
        return try SnapshotSettings.$current.withValue(settings) { try body() }
    }

    /// Runs asynchronous code whose snapshots are recorded, or drawn, otherwise.
    ///
    /// The parameters are those for other code.
    public func withSnapshots<Result: Sendable>(
        record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, file: StaticString = #filePath,
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let settings = SnapshotSettings(record, fonts, templates, file).within(.current)
        return try await SnapshotSettings.$current.withValue(settings, operation: { try await body() }, isolation: isolation)
    }

    /// Has the snapshots of a test or a suite recorded, or drawn, otherwise.
    public struct SnapshotTrait: TestTrait, SuiteTrait, TestScoping {
        let settings: SnapshotSettings

        /// True: the trait holds for all tests of a suite.
        public var isRecursive: Bool { true }

        /// Runs a test with the settings.
        public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws
        {
            try await SnapshotSettings.$current.withValue(settings.within(.current)) { try await function() }
        }
    }

    extension Trait where Self == SnapshotTrait {
        /// Has snapshots recorded, or drawn, otherwise: `@Suite(.snapshots(record: .changed))`.
        ///
        /// The parameters are those of `withSnapshots`.
        public static func snapshots(
            record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, file: StaticString = #filePath
        ) -> SnapshotTrait { SnapshotTrait(settings: SnapshotSettings(record, fonts, templates, file)) }
    }
#endif
