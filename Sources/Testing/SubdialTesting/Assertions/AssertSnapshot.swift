// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialSnapshots
    import Testing
    import XCTest

    /// Asserts that a value matches its reference, in Swift Testing and in XCTest.
    ///
    ///     assertSnapshot(of: TemplateWidget(entry, template: "systemSmall.yaml"), as: .widget(.systemSmall, .dark, device: .iphone15))
    ///
    /// References are next to the test, in `__Snapshots__/FILE/`. Pictures of differences, and an HTML report, go into the folder in
    /// `SUBDIAL_SNAPSHOT_REPORT`, or below `snapshot-report` in the package's build folder; Swift Testing attaches the pictures to the
    /// test.
    ///
    /// - Parameters:
    ///   - value: The value; an error that it throws fails the test.
    ///   - strategy: The part of the value to compare, its look, and the comparison.
    ///   - named: The name of the snapshot within the test's file. It defaults to the names of the test's suites and of the test, its
    ///     arguments and the look, with a number for a second assertion in the same test.
    ///   - record: The references to write; nil for the setting of the test.
    public func assertSnapshot<Value, Format>(
        of value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value, Format>, named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        place.assert(named ?? function) { assertion.check(try strategy.asserted(try value())) }
    }

    /// Asserts that a value matches its references for several strategies.
    ///
    /// The parameters are those of the assertion for a single strategy. Without `named` each snapshot is named after its look.
    public func assertSnapshots<Value, Format>(
        of value: @autoclosure () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        place.assert(named ?? function) {
            guard !strategies.isEmpty else { throw AssertionError(description: "there is no way in which to look at it") }
            let value = try value()
            for strategy in strategies {
                let name = named.map { ([$0] + strategy.names).joined(separator: ".") }
                SnapshotAssertion(place: place, named: name, function: function, record: record).check(try strategy.asserted(value))
            }
        }
    }

    /// The error of an assertion that cannot be performed.
    struct AssertionError: Error, CustomStringConvertible {
        let description: String
    }
#endif
