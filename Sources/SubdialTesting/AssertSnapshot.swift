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
    ///   - named: What names the snapshot within the test's file; the test's own name and the look where nothing is said. A test with arguments
    ///     has to say.
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
            place: place, look: look, name: named ?? look.name(of: function), sensitivity: sensitivity, limits: limits, masks: masks
        )
        .check(entry, template: template, artwork: artwork)
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
        let folder =
            FileManager.default.temporaryDirectory.path.trimmingSlash + "/subdial-views-\(ProcessInfo.processInfo.processIdentifier)"
        let name = named ?? look.name(of: function)
        let template = "\(folder)/\(place.fileName)-\(name).yaml"
        let assertion = SnapshotAssertion(place: place, look: look, name: name, sensitivity: sensitivity, limits: limits, masks: masks)
        do {
            // JSON is YAML.
            try AtomicFile.write(Array((JSONValue.object(members).text(indented: true) + "\n").utf8), to: template)
        } catch {
            return place.fail("\(error)")
        }
        assertion.check(entry, template: template, artwork: artwork)
        try? FileManager.default.removeItem(atPath: template)
    }

    /// In which look a widget is drawn.
    struct SnapshotLook {
        let family: WidgetFamily
        let device: String?
        let appearance: String
        let mode: String
        let theme: String

        /// A name of a test's function and the look.
        func name(of function: String) -> String {
            let words =
                [String(function.prefix { $0 != "(" }), family.rawValue, device, appearance, mode == "fullColor" ? nil : mode]
                + [theme == "default" ? nil : theme]
            return words.compactMap { $0 }.joined(separator: ".")
        }
    }

    /// One assertion, with all that it depends on.
    private struct SnapshotAssertion {
        let place: SourcePlace
        let look: SnapshotLook
        let name: String
        let sensitivity: PixelSensitivity
        let limits: PictureLimits
        let masks: [SnapshotMask]

        func check(_ entry: Entry, template: String, artwork: String?) {
            let environment = ProcessInfo.processInfo.environment
            let folder = place.folder
            let suite = SnapshotSuite(
                name: place.fileName, path: "\(place.filePath)", references: "__Snapshots__/\(place.fileName)",
                cases: [
                    SnapshotSuite.Case(id: place.fileName, template: template, sensitivity: sensitivity, limits: limits, masks: masks)
                ])
            let mode = SnapshotRecording.mode(environment: environment)
            let output = environment["SUBDIAL_SNAPSHOT_REPORT"] ?? "\(FileManager.default.currentDirectoryPath)/.build/snapshot-report"
            do {
                // Subdial's own templates, symbols and themes stand beside its sources.
                let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
                let resources = ResourceFolder(path: root.appending(path: "Templates").path, userPath: environment["SUBDIAL_TEMPLATES"])
                let references = ReferenceFolder(
                    path: "\(folder)/\(suite.references)", platforms: ReferenceFolder.currentPlatforms)
                let judge = try SnapshotJudge(
                    suite, references: references, mode: mode, output: output, resources: resources, schemas: .builtIn)
                judge.show(entry, folder: artwork ?? folder, as: "entry")
                let device = try look.device ?? WidgetRenderer.catalog(resources).standardDevice(for: look.family).id
                let result = judge.judge(
                    SnapshotSpec(
                        id: name, entry: "entry", family: look.family.rawValue, device: device, appearance: look.appearance,
                        mode: look.mode,
                        theme: look.theme))
                tell(result, mode, output)
            } catch {
                place.fail("\(name): \(error)")
            }
        }

        private func tell(_ result: SnapshotCase, _ mode: RecordMode, _ output: String) {
            let details = ([result.message] + result.nodeChanges).filter { !$0.isEmpty }.joined(separator: "\n")
            switch result.status {
            case .passed, .updated, .obsolete: break
            // Nobody has looked at it yet: a test that passes because it has just written its own answer proves nothing.
            case .new where mode == .missing:
                place.fail("\(name): there was no reference, and now there is one: look at it, then run the test again")
            case .new: break
            case .failed, .missing, .error:
                let files = [result.expected, result.actual, result.difference].compactMap { $0 }.map { "\(output)/\($0)" }
                place.fail(([name + ": " + details] + files).joined(separator: "\n"))
            }
        }
    }

    /// Where an assertion stands.
    struct SourcePlace {
        let fileID: StaticString
        let filePath: StaticString
        let line: UInt
        let column: UInt

        private var path: String { "\(filePath)" }
        var folder: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
        var fileName: String { String((path.split(separator: "/").last ?? "").prefix { $0 != "." }) }

        /// Records a failure in whichever library runs the test.
        func fail(_ message: String) {
            if Test.current != nil {
                let location = SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
                Issue.record(Comment(rawValue: message), sourceLocation: location)
            } else {
                XCTFail(message, file: filePath, line: line)
            }
        }
    }

    extension String {
        fileprivate var trimmingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
    }
#endif
