// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    public import SubdialAppIntents
    public import SubdialIntents
    import SubdialSnapshots
    public import SubdialSwiftUI
    public import SubdialWidgetKit

    /// Asserts that a widget with settings matches its reference.
    ///
    ///     assertSnapshot(of: MyWidget(), intent: MyIntent(city: .berlin), as: .widget(.systemSmall))
    ///
    /// The provider is asked for its timeline with these settings. A parameter that has no value has its default, or that of its query.
    ///
    /// - Parameters:
    ///   - value: The widget; an error that it throws fails the test.
    ///   - intent: The settings, of the type of the configuration's.
    public func assertSnapshot<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value,
        intent: @autoclosure @MainActor () throws -> any WidgetConfigurationIntent, as strategy: SnapshotStrategy<Value, Format>,
        named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { try $0.subject { try ViewSubject(widget: try value(), intent: try intent()) } }
    }

    /// Asserts that a widget with settings matches its references for several strategies.
    public func assertSnapshots<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value,
        intent: @autoclosure @MainActor () throws -> any WidgetConfigurationIntent, as strategies: [SnapshotStrategy<Value, Format>],
        named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) {
            try $0.subject { try ViewSubject(widget: try value(), intent: try intent()) }
        }
    }

    /// Asserts that a widget with settings of the older kind matches its reference.
    public func assertSnapshot<Value: Widget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, intent: @autoclosure @MainActor () throws -> INIntent,
        as strategy: SnapshotStrategy<Value, Format>, named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { try $0.subject { try ViewSubject(widget: try value(), intent: try intent()) } }
    }

    /// Asserts that a control with the value of its provider matches its reference.
    ///
    ///     assertSnapshot(of: MyToggle(), as: .control(.medium))
    ///
    /// - Parameter value: The control; an error that it throws fails the test.
    public func assertSnapshot<Value: ControlWidget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategy: SnapshotStrategy<Value, Format>, named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { strategy in try strategy.subject(try value()) }
    }

    /// Asserts that a control matches its references for several strategies.
    public func assertSnapshots<Value: ControlWidget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) { strategy in try strategy.subject(try value()) }
    }

    /// Asserts that a control with a value matches its reference; its provider is not asked.
    ///
    ///     assertSnapshot(of: MyToggle(), value: true, as: .control(.medium))
    ///
    /// - Parameter controlValue: The value, of the type of the provider's.
    public func assertSnapshot<Value: ControlWidget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, value controlValue: @autoclosure @MainActor () throws -> Any,
        as strategy: SnapshotStrategy<Value, Format>, named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { _ in .view(try ViewSubject(control: try value(), value: try controlValue())) }
    }

    /// Asserts that a control with a value matches its references for several strategies.
    public func assertSnapshots<Value: ControlWidget, Format>(
        of value: @autoclosure @MainActor () throws -> Value, value controlValue: @autoclosure @MainActor () throws -> Any,
        as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) { _ in
            .view(try ViewSubject(control: try value(), value: try controlValue()))
        }
    }

    extension SnapshotStrategy {
        /// The strategy's subject with another view: a provider's timeline, or a picture.
        @MainActor
        fileprivate func subject(_ view: () throws -> ViewSubject) throws -> SnapshotSubject {
            if let look = timelineLook { return .provider(try view(), look) }
            return .view(try view())
        }
    }
#endif
