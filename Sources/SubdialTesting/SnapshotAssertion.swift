// A release build for use without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import Numbers
    import Snapshots
    import Timeline
    import Widgets

    /// One assertion, with all that it depends on.
    struct SnapshotAssertion {
        let place: SourcePlace
        let look: SnapshotLook
        let named: String?
        let function: String
        let sensitivity: PixelSensitivity
        let limits: PictureLimits
        let masks: [SnapshotMask]

        /// Draws the entry and compares it with the reference.
        ///
        /// - Parameters:
        ///   - template: The template file.
        ///   - content: What tells the template from others: its path, or the text of a view.
        func check(_ entry: Entry, template: String, content: String, artwork: String?) {
            do {
                let mode = try SnapshotRecording.mode(environment: ProcessInfo.processInfo.environment)
                let fingerprint = "\(entry.json.text()) \(content) \(look.words)".stableHash
                let name = try SnapshotNaming.shared.name(
                    named, of: function, words: look.words, at: place, fingerprint: fingerprint)
                try check(entry, name, template, artwork, mode)
            } catch {
                place.fail("\(named ?? function): \(error)")
            }
        }

        private func check(
            _ entry: Entry, _ name: SnapshotNaming.Name, _ template: String, _ artwork: String?, _ mode: RecordMode
        ) throws {
            let report = TestReport.shared
            try report.begin()
            let id = "\(place.fileName)/\(name.name)"
            let suite = SnapshotSuite(
                name: place.fileName, path: "\(place.filePath)", references: "__Snapshots__",
                cases: [
                    SnapshotSuite.Case(id: place.fileName, template: template, sensitivity: sensitivity, limits: limits, masks: masks)
                ])
            var references = ReferenceFolder(path: "\(place.folder)/__Snapshots__", platforms: ReferenceFolder.currentPlatforms)
            references.formerIDs = name.former.map { [id: "\(place.fileName)/\($0)"] } ?? [:]
            if mode != .never { try references.renameFormer() }
            let output = "\(report.folder.path)/\(place.moduleName)"
            var result = try TestRenderers.shared.use { renderer in
                let judge = SnapshotJudge(
                    suite, references: references, mode: mode, output: output, renderer: renderer, schemas: .builtIn,
                    advice: "run the tests with SUBDIAL_SNAPSHOTS=changed to record it")
                judge.show(entry, folder: artwork ?? place.folder, as: "entry")
                let device = try look.device ?? renderer.catalog.standardDevice(for: look.family).id
                var result = judge.judge(
                    SnapshotSpec(
                        id: id, entry: "entry", family: look.family.rawValue, device: device, appearance: look.appearance,
                        mode: look.mode, theme: look.theme))
                if result.status == .new || result.status == .updated {
                    try TestFonts.record(result.newFaces ?? [], beside: references.path)
                } else if result.status == .failed {
                    result.fontWarnings = TestFonts.warnings(renderer.faces, beside: references.path)
                }
                result.newFaces = nil
                return result
            }
            if let mask = result.unmatchedMasks?.first {
                result.status = .error
                result.message = mask.description
            }
            result.line = Int(place.line)
            result.reference = ReferencePlace(folder: references.path, id: id)
            result.id = "\(place.moduleName)/\(id)"
            for path in [\SnapshotCase.expected, \.actual, \.difference] {
                result[keyPath: path] = result[keyPath: path].map { "\(place.moduleName)/\($0)" }
            }
            // Nobody has looked at a new one: a test that passes because it has just written its own answer proves nothing.
            let isUnseen = mode == .missing && (result.status == .new || result.status == .updated)
            report.note(result)
            if isUnseen {
                place.fail("\(name.name): there was no reference, and now there is one: look at it, then run the test again")
            } else if result.status.isFailure {
                tell(result, name.name, report)
            }
        }

        private func tell(_ result: SnapshotCase, _ name: String, _ report: TestReport) {
            let details = ([result.message] + result.nodeChanges + result.fontWarnings).filter { !$0.isEmpty }.joined(separator: "\n")
            let files = [result.expected, result.actual, result.difference].compactMap { $0 }.map { "\(report.folder.path)/\($0)" }
            place.fail(([name + ": " + details] + files + ["see \(report.folder.path)/index.html"]).joined(separator: "\n"))
        }
    }
#endif
