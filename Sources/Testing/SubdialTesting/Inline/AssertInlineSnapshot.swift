// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import SubdialSnapshots
    public import SubdialSwiftUI
    public import SubdialWidgetKit
    import SubdialWidgets

    /// Asserts that a text equals the literal after the assertion.
    ///
    ///     assertInlineSnapshot(of: entry, as: .line(.waybar, text: "{{ title }}"))
    ///
    /// If there is no literal yet, the text is written into the test's source, and the test fails once; with `SUBDIAL_SNAPSHOTS=changed` a
    /// different literal is replaced. If `CI` is set, nothing is written.
    ///
    /// - Parameters:
    ///   - value: The value; an error that it throws fails the test.
    ///   - strategy: The part of the value to compare.
    ///   - record: The texts to write; nil for the setting of the test.
    ///   - expected: The expected text.
    public func assertInlineSnapshot<Value>(
        of value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function, matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        place.assert(function) { try assertion.check(try strategy.asserted(try value()), inline: expected?()) }
    }

    /// Asserts that a text of a view equals the literal after the assertion.
    ///
    /// The main thread evaluates the view, wherever the test runs. The parameters are those of the assertion for any value.
    public func assertInlineSnapshot<Value: View>(
        of value: @autoclosure @MainActor () throws -> Value, as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function, matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        assertion.assert(strategy, inline: expected) { try strategy.subject(try value()) }
    }

    /// Asserts that a text of a widget with an entry of its provider, or that of the provider's timeline, equals the literal behind.
    ///
    /// The parameters are those of the assertion for any value.
    public func assertInlineSnapshot<Value: Widget>(
        of value: @autoclosure @MainActor () throws -> Value, as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function, matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        assertion.assert(strategy, inline: expected) { try strategy.subject(try value()) }
    }

    /// Asserts that a text of a widget with an entry equals the literal after the assertion; its provider is not asked.
    ///
    /// The parameters are those of the assertion for any value.
    public func assertInlineSnapshot<Value: Widget>(
        of value: @autoclosure @MainActor () throws -> Value, entry: @autoclosure @MainActor () throws -> any TimelineEntry,
        as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function,
        matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        assertion.assert(strategy, inline: expected) { .view(try ViewSubject(widget: try value(), entry: try entry())) }
    }

    extension SnapshotAssertion {
        /// Compares a text of a subject that the main thread makes.
        func assert<Value>(
            _ strategy: SnapshotStrategy<Value, String>, inline expected: (() -> String)?,
            _ subject: @MainActor () throws -> SnapshotSubject
        ) {
            place.assert(function, needsMain: true) {
                try check(strategy.asserted(subject: try ViewSubject.evaluating(subject)), inline: expected?())
            }
        }
    }

    extension SnapshotAssertion {
        /// Compares a text with the literal in the source.
        fileprivate func check(_ asserted: AssertedSnapshot, inline expected: String?) throws {
            let mode = try settings.mode(environment: ProcessInfo.processInfo.environment)
            guard let level = asserted.levels.first, asserted.levels.count == 1 else { throw AssertedLookError() }
            let actual: String
            do {
                actual = try judge(asserted, references: references, mode: .never, output: nil) { judge, _ in
                    Self.trimmed(try judge.text(of: try asserted.spec(function), level: level))
                }
            } catch WidgetError.template(let error) {
                record(.error, "\(error)")
                return fail(error, function)
            }
            ObsoleteReferences.shared.use(nil, at: place, function: function)
            tell(asserted, function)
            guard let expected else {
                guard mode != .never else {
                    record(.missing, "there is no text to compare with", actual.split(separator: "\n").map { "+ \($0)" })
                    return place.fail("\(function): there is no text to compare with, and none is recorded here; it would be:\n\(actual)")
                }
                try record(actual)
                record(.new, "recorded")
                return place.fail("\(function): there was no text, and now there is one: look at it, then run the test again")
            }
            let old = Self.trimmed(level.current(expected, besides: actual))
            let now = level.text(actual, inFormOf: old)
            guard old != now else { return }
            guard mode == .never || mode == .missing else { return try record(actual) }
            let changes = level.changes(from: old + "\n", to: now + "\n").summary
            record(.failed, "the \(level.rawValue) differs; run the tests with SUBDIAL_SNAPSHOTS=changed to record it", changes)
            place.fail((["\(function): the \(level.rawValue) differs"] + changes + ["it is now:", actual]).joined(separator: "\n"))
        }

        /// Adds a failure to the report.
        ///
        /// A review cannot accept it, because the text is in the source.
        private func record(_ status: SnapshotStatus, _ message: String, _ changes: [String] = []) {
            let report = TestReport.shared
            report.start()
            var result = SnapshotCase(
                id: "\(place.moduleName)/\(place.fileName)/\(function):\(place.line)", group: place.fileName, status: status,
                message: message,
                nodeChanges: changes, source: "\(place.filePath)")
            result.line = Int(place.line)
            report.add(result)
        }

        private func record(_ text: String) throws {
            try InlineRecording.shared.write(
                text, file: "\(place.filePath)", function: "assertInlineSnapshot", line: Int(place.line), column: Int(place.column))
        }

        /// A multi-line literal does not end with a newline.
        private static func trimmed(_ text: String) -> String {
            let end = text.lastIndex { $0 != "\n" }.map(text.index(after:)) ?? text.startIndex
            return String(text[..<end])
        }
    }
#endif
