// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import Files
    import FoundationEssentials
    import JSON
    import NowPlaying
    import Snapshots
    import Testing
    import Timeline
    import Widgets
    import XCTest

    /// Asserts that a widget looks as its reference does: in Swift Testing and in XCTest.
    ///
    /// References stand beside the test, in `__Snapshots__/FILE/NAME.png` with two texts. Pictures of what differs, and a page to look at them, are put
    /// into the folder that `SUBDIAL_SNAPSHOT_REPORT` names, or below `snapshot-report` in the package's build folder.
    ///
    /// - Parameters:
    ///   - entry: What is shown.
    ///   - template: A template file; relative to the test's file.
    ///   - family: Its family.
    ///   - device: A device's name; nil for the one that the family is usually drawn on.
    ///   - appearance: `dark` or `light`.
    ///   - mode: `fullColor`, `accented` or `vibrant`.
    ///   - named: What names the snapshot within the test's file. Where nothing is said: the names of the test's suites and of the test, its
    ///     arguments and the look, with a number for a second assertion in the same test.
    ///   - limits: How much may differ.
    ///   - artwork: The folder that the entry's artwork is relative to.
    public func assertSnapshot(
        of entry: Entry, template: String, family: WidgetFamily, device: String? = nil, appearance: String = "dark",
        mode: String = "fullColor",
        theme: String = "default", named: String? = nil, sensitivity: PixelSensitivity = .perceived(),
        limits: PictureLimits = PictureLimits(),
        masks: [SnapshotMask] = [], artwork: String? = nil, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
        fileID: StaticString = #fileID, function: String = #function
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let look = SnapshotLook(family: family, device: device, appearance: appearance, mode: mode, theme: theme)
        SnapshotAssertion(
            place: place, look: look, named: named, function: function, sensitivity: sensitivity, limits: limits, masks: masks
        )
        .check(entry, template: template, content: template, artwork: artwork)
    }

    /// Asserts that a view written in Swift looks as its reference does.
    ///
    /// The parameters are those of the assertion for template files; `background` is what lies behind the widget.
    public func assertSnapshot(
        of entry: Entry, family: WidgetFamily, device: String? = nil, appearance: String = "dark", mode: String = "fullColor",
        theme: String = "default", background: String? = nil, named: String? = nil, sensitivity: PixelSensitivity = .perceived(),
        limits: PictureLimits = PictureLimits(), masks: [SnapshotMask] = [], artwork: String? = nil, filePath: StaticString = #filePath,
        line: UInt = #line, column: UInt = #column, fileID: StaticString = #fileID, function: String = #function,
        @ViewBuilder view: () -> [View]
    ) {
        let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let look = SnapshotLook(family: family, device: device, appearance: appearance, mode: mode, theme: theme)
        var members = background.map { [JSONMember("background", .string($0))] } ?? []
        members.append(JSONMember("body", .array(view().map(\.json))))
        let assertion = SnapshotAssertion(
            place: place, look: look, named: named, function: function, sensitivity: sensitivity, limits: limits, masks: masks)
        // JSON is YAML.
        let text = JSONValue.object(members).text(indented: true) + "\n"
        let folder = FileManager.default.temporaryDirectory.path
        let template = "\(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)/subdial-view-\(UUID().uuidString).yaml"
        do {
            try AtomicFile.write(Array(text.utf8), to: template, isPrivate: true)
        } catch {
            return place.fail("\(error)")
        }
        defer { try? FileManager.default.removeItem(atPath: template) }
        assertion.check(entry, template: template, content: text, artwork: artwork)
    }
#endif
