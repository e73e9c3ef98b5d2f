// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Snapshots
    import Testing
    import XCTest

    /// Asserts that a value looks as its reference does: in Swift Testing and in XCTest.
    ///
    ///     assertSnapshot(of: Widget(entry, template: "systemSmall.yaml"), as: .widget(.systemSmall, .dark, device: .iphone15))
    ///
    /// References stand beside the test, in `__Snapshots__/FILE/`. Pictures of what differs, and a page to look at them, are put into the folder
    /// that `SUBDIAL_SNAPSHOT_REPORT` names, or below `snapshot-report` in the package's build folder; Swift Testing attaches them to the test.
    ///
    /// - Parameters:
    ///   - value: What is looked at; an error that it throws fails the test.
    ///   - strategy: What of it is held, in which look, and how it is compared.
    ///   - named: What names the snapshot within the test's file. Where nothing is said: the names of the test's suites and of the test, its
    ///     arguments and the look, with a number for a second assertion in the same test.
    ///   - record: Which references are written; nil for what holds for the test.
    public func assertSnapshot<Value, Format>(
        of value: @autoclosure () throws -> Value, as strategy: SnapshotStrategy<Value, Format>, named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: named, function: function, record: record)
        do {
            assertion.check(try strategy.asserted(try value()))
        } catch {
            place.fail("\(named ?? function): \(error)")
        }
    }

    /// Asserts that a value looks as its references do, in several ways.
    ///
    /// The parameters are those of the assertion for a single way. Without `named` each snapshot is named for its look.
    public func assertSnapshots<Value, Format>(
        of value: @autoclosure () throws -> Value, as strategies: [SnapshotStrategy<Value, Format>], named: String? = nil,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        do {
            guard !strategies.isEmpty else { throw AssertionError(description: "there is no way in which to look at it") }
            let value = try value()
            for strategy in strategies {
                let name = named.map { ([$0] + strategy.names).joined(separator: ".") }
                SnapshotAssertion(place: place, named: name, function: function, record: record).check(try strategy.asserted(value))
            }
        } catch {
            place.fail("\(named ?? function): \(error)")
        }
    }

    /// An assertion that cannot be made.
    struct AssertionError: Error, CustomStringConvertible {
        let description: String
    }
#endif
