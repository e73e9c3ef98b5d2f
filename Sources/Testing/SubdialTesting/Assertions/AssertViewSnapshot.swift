// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialSnapshots
    public import SubdialSwiftUI
    public import SubdialWidgetKit

    /// Asserts that a view matches its reference, in Swift Testing and in XCTest.
    ///
    ///     assertSnapshot(of: MyView(entry: .sample), as: .widget(.systemSmall))
    ///
    /// The main thread evaluates the view, wherever the test runs. What is not drawn as the source says is told once for each assertion, without a
    /// failure; see ``SnapshotStrategy/warnings(_:)``. The other parameters are those of the assertion for any value.
    ///
    /// - Parameter value: The view; an error that it throws fails the test.
    public func assertSnapshot<Value: View, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategy: SnapshotStrategy<Value, Format>, named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(of: value, as: [strategy])
    }

    /// Asserts that a view matches its references for several strategies.
    ///
    /// The body is evaluated once for all looks that differ only in values that it does not read. Without `named` each snapshot is named after its
    /// look.
    public func assertSnapshots<Value: View, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(of: value, as: strategies, isMatrix: true)
    }

    /// Asserts that a widget with an entry of its provider matches its reference.
    ///
    ///     assertSnapshot(of: MyWidget(), as: .widget(.systemSmall).at(date))
    ///     assertSnapshot(of: MyWidget(), as: .timeline(.systemSmall))
    ///
    /// The provider is asked for its timeline; the entry is that of the strategy's date, or the first. A provider that needs the main queue gets it
    /// in XCTest, and in tests of Swift Testing that are not on the main actor. The other parameters are those of the assertion for any value.
    ///
    /// - Parameter value: The widget; an error that it throws fails the test.
    public func assertSnapshot<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategy: SnapshotStrategy<Value, Format>, named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(of: value, as: [strategy])
    }

    /// Asserts that a widget matches its references for several strategies; its provider is asked once for each size.
    public func assertSnapshots<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(of: value, as: strategies, isMatrix: true)
    }

    /// Asserts that a widget with an entry matches its reference; its provider is not asked.
    ///
    ///     assertSnapshot(of: MyWidget(), entry: MyEntry(date: date), as: .widget(.systemSmall))
    ///
    /// - Parameters:
    ///   - value: The widget; an error that it throws fails the test.
    ///   - entry: The entry, of the type of the provider's.
    public func assertSnapshot<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, entry: @autoclosure @MainActor () throws -> any TimelineEntry,
        as strategy: SnapshotStrategy<Value, Format>, named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { _ in .view(try ViewSubject(widget: try value(), entry: try entry())) }
    }

    /// Asserts that a widget with an entry matches its references for several strategies.
    public func assertSnapshots<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, entry: @autoclosure @MainActor () throws -> any TimelineEntry,
        as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) { _ in .view(try ViewSubject(widget: try value(), entry: try entry())) }
    }

    extension SnapshotAssertion {
        /// Asserts a value that the main thread evaluates, once for all strategies.
        fileprivate func assert<Value, Format>(
            of value: @MainActor () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], isMatrix: Bool = false
        ) {
            assert(as: strategies, isMatrix: isMatrix) { strategy in try strategy.subject(try value()) }
        }

        /// Asserts subjects that the main thread makes: one for all strategies that look at the value itself.
        func assert<Value, Format>(
            as strategies: [SnapshotStrategy<Value, Format>], isMatrix: Bool = false,
            _ subject: @MainActor (SnapshotStrategy<Value, Format>) throws -> SnapshotSubject
        ) {
            place.assert(named ?? function, needsMain: true) {
                guard !strategies.isEmpty else { throw AssertionError(description: "there is no way in which to look at it") }
                var shared: ViewSubject?
                for strategy in strategies {
                    let asserted: AssertedSnapshot
                    if let shared, !strategy.isPulledBack, strategy.look != nil {
                        asserted = strategy.asserted(subject: .view(shared))
                    } else {
                        asserted = strategy.asserted(subject: try ViewSubject.evaluating { try subject(strategy) })
                        if case .view(let view) = asserted.subject, !strategy.isPulledBack { shared = view }
                    }
                    let name = isMatrix ? named.map { ([$0] + strategy.names).joined(separator: ".") } : named
                    SnapshotAssertion(self, named: name).check(asserted)
                }
            }
        }
    }
#endif
