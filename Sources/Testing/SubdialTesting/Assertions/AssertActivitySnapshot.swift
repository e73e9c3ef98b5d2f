// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    public import SubdialActivityKit
    import SubdialSnapshots
    public import SubdialSwiftUI
    import SubdialWidgetKit

    /// Asserts that a live activity with its content of now matches its reference.
    ///
    ///     assertSnapshot(of: ScoreActivity(), activity: activity, as: .activity(.lockScreen))
    ///
    /// It is stale, ended or dismissed by the date of the look, which `.at(date)` sets. Where the system would not show it, the test fails.
    /// The other parameters are those of the assertion for any value.
    ///
    /// - Parameters:
    ///   - value: The widget with the configuration of the activity.
    ///   - activity: The activity, which the test has requested.
    public func assertSnapshot<Value: Widget, Attributes: ActivityAttributes, Format>(
        of value: @autoclosure @MainActor () throws -> Value, activity: @autoclosure @MainActor () throws -> Activity<Attributes>,
        as strategy: SnapshotStrategy<Value, Format>, named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { _ in .view(try ViewSubject(widget: try value(), activity: ActivitySample(try activity()))) }
    }

    /// Asserts that a live activity with its content of now matches its references for several strategies.
    public func assertSnapshots<Value: Widget, Attributes: ActivityAttributes, Format>(
        of value: @autoclosure @MainActor () throws -> Value, activity: @autoclosure @MainActor () throws -> Activity<Attributes>,
        as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) { _ in
            .view(try ViewSubject(widget: try value(), activity: ActivitySample(try activity())))
        }
    }

    /// Asserts that a live activity with attributes and a state matches its reference; none is requested.
    ///
    ///     assertSnapshot(of: ScoreActivity(), attributes: match, state: goal, as: .activity(.expanded))
    ///
    /// - Parameters:
    ///   - value: The widget with the configuration of the activity.
    ///   - attributes: The attributes; attributes and state have at most 4 KB.
    ///   - state: The state.
    ///   - isStale: True for content that is out of date.
    public func assertSnapshot<Value: Widget, Attributes: ActivityAttributes, Format>(
        of value: @autoclosure @MainActor () throws -> Value, attributes: @autoclosure @MainActor () throws -> Attributes,
        state: @autoclosure @MainActor () throws -> Attributes.ContentState, isStale: Bool = false,
        as strategy: SnapshotStrategy<Value, Format>, named: String? = nil, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: [strategy]) { _ in
            .view(try ViewSubject(widget: try value(), activity: try ActivitySample(try attributes(), try state(), isStale: isStale)))
        }
    }

    /// Asserts that a live activity with attributes and a state matches its references for several strategies.
    public func assertSnapshots<Value: Widget, Attributes: ActivityAttributes, Format>(
        of value: @autoclosure @MainActor () throws -> Value, attributes: @autoclosure @MainActor () throws -> Attributes,
        state: @autoclosure @MainActor () throws -> Attributes.ContentState, isStale: Bool = false,
        as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil, record: RecordMode? = nil,
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        assertion.assert(as: strategies, isMatrix: true) { _ in
            .view(try ViewSubject(widget: try value(), activity: try ActivitySample(try attributes(), try state(), isStale: isStale)))
        }
    }

    /// Asserts that a text of a live activity with its content of now equals the literal after the assertion.
    ///
    /// The parameters are those of the assertion for any value.
    public func assertInlineSnapshot<Value: Widget, Attributes: ActivityAttributes>(
        of value: @autoclosure @MainActor () throws -> Value, activity: @autoclosure @MainActor () throws -> Activity<Attributes>,
        as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function,
        matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        assertion.assert(strategy, inline: expected) {
            .view(try ViewSubject(widget: try value(), activity: ActivitySample(try activity())))
        }
    }

    /// Asserts that a text of a live activity with attributes and a state equals the literal after the assertion.
    ///
    /// The parameters are those of the assertion for any value.
    public func assertInlineSnapshot<Value: Widget, Attributes: ActivityAttributes>(
        of value: @autoclosure @MainActor () throws -> Value, attributes: @autoclosure @MainActor () throws -> Attributes,
        state: @autoclosure @MainActor () throws -> Attributes.ContentState, isStale: Bool = false,
        as strategy: SnapshotStrategy<Value, String>, record: RecordMode? = nil, fileID: StaticString = #fileID,
        filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column, function: String = #function,
        matches expected: (() -> String)? = nil
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        assertion.assert(strategy, inline: expected) {
            .view(try ViewSubject(widget: try value(), activity: try ActivitySample(try attributes(), try state(), isStale: isStale)))
        }
    }
#endif
