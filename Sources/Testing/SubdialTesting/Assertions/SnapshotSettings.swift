// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import SubdialSnapshots
    import Testing

    import class Foundation.Bundle

    /// The fonts with which snapshots are drawn.
    public enum SnapshotFonts: Sendable, Hashable {
        /// The fonts of the system.
        case installed
        /// The fonts of the system, which must match those in `__Snapshots__/fonts.json`; if they do not, a test fails before it draws.
        case recorded
        /// Only the fonts of a folder, created by `subdial snapshot fonts vendor`; relative to the test's file, or to the
        /// resources of a bundle.
        case folder(String)
    }

    /// The settings of a test scope; nil values are inherited from the outer scope.
    struct SnapshotSettings: Sendable, Hashable {
        @TaskLocal static var current = SnapshotSettings()

        private var record: RecordMode?
        var fonts: SnapshotFonts?
        /// The absolute path of the custom template folder.
        var templates: String?

        /// These settings, with missing values from the outer scope.
        func within(_ outer: SnapshotSettings) -> SnapshotSettings {
            SnapshotSettings(record: record ?? outer.record, fonts: fonts ?? outer.fonts, templates: templates ?? outer.templates)
        }

        init(record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil) {
            self.record = record
            self.fonts = fonts
            self.templates = templates
        }

        /// Settings from a test, with folders relative to its file, or to the resources of a bundle.
        init(_ record: RecordMode?, _ fonts: SnapshotFonts?, _ templates: String?, _ bundle: Bundle?, _ file: StaticString) {
            let folder = TestResources.folder(bundle, file)
            self.record = record
            self.fonts = if case .folder(let path)? = fonts { .folder(TestResources.path(path, in: folder)) } else { fonts }
            self.templates = templates.map { TestResources.path($0, in: folder) }
        }

        /// The mode of an assertion.
        ///
        /// It is ``RecordMode/never`` if `CI` is set. Otherwise it is the mode of the scope, that of the environment variable
        /// `SUBDIAL_SNAPSHOTS`, or ``RecordMode/missing``.
        ///
        /// - Throws: ``RecordingError`` if the environment variable has an invalid value: a typing error must not record references.
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

    /// The error of an invalid record mode.
    struct RecordingError: Error, CustomStringConvertible {
        let word: String

        var description: String {
            "SUBDIAL_SNAPSHOTS is '\(word)'; it takes \(RecordMode.allCases.map(\.rawValue).joined(separator: ", "))"
        }
    }

    /// Runs code with other settings for its snapshots.
    ///
    /// - Parameters:
    ///   - record: The references to write; nil for the outer setting. If `CI` is set, none are written.
    ///   - fonts: The fonts for drawing.
    ///   - templates: The folder of custom templates, themes and devices.
    ///   - bundle: The bundle whose resources the folders are, such as `.module`; nil for folders relative to the test's file.
    public func withSnapshots<Result>(
        record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, in bundle: Bundle? = nil,
        file: StaticString = #filePath,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let settings = SnapshotSettings(record, fonts, templates, bundle, file).within(.current)
        return try SnapshotSettings.$current.withValue(settings) { try body() }
    }

    /// Runs asynchronous code with other settings for its snapshots.
    ///
    /// The parameters are those of the synchronous function.
    public func withSnapshots<Result: Sendable>(
        record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, in bundle: Bundle? = nil,
        file: StaticString = #filePath,
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        let settings = SnapshotSettings(record, fonts, templates, bundle, file).within(.current)
        return try await SnapshotSettings.$current.withValue(settings, operation: { try await body() }, isolation: isolation)
    }

    /// A trait with settings for the snapshots of a test or a suite.
    public struct SnapshotTrait: TestTrait, SuiteTrait, TestScoping {
        let settings: SnapshotSettings

        /// True: the trait applies to all tests of a suite.
        public var isRecursive: Bool { true }

        /// Runs a test with the settings.
        public func provideScope(for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void) async throws
        {
            try await SnapshotSettings.$current.withValue(settings.within(.current)) { try await function() }
        }
    }

    extension Trait where Self == SnapshotTrait {
        /// Sets how snapshots are recorded and drawn: `@Suite(.snapshots(record: .changed))`.
        ///
        /// The parameters are those of `withSnapshots`.
        public static func snapshots(
            record: RecordMode? = nil, fonts: SnapshotFonts? = nil, templates: String? = nil, in bundle: Bundle? = nil,
            file: StaticString = #filePath
        ) -> SnapshotTrait { SnapshotTrait(settings: SnapshotSettings(record, fonts, templates, bundle, file)) }
    }
#endif
