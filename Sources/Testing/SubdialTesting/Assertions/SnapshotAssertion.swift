// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import SubdialBasics
    import SubdialDrawing
    import FoundationEssentials
    import SubdialSnapshots
    import SubdialTemplates
    import SubdialWidgets

    /// An assertion: its source location, its name, and the settings of its test.
    struct SnapshotAssertion {
        let place: AssertionPlace
        private let named: String?
        let function: String
        let settings: SnapshotSettings

        init(place: AssertionPlace, named: String?, function: String, record: RecordMode?) {
            self.place = place
            self.named = named
            self.function = function
            settings = SnapshotSettings(record: record).within(.current)
        }

        /// Draws the snapshot and compares it with the reference.
        func check(_ asserted: AssertedSnapshot) {
            do {
                let mode = try settings.mode(environment: ProcessInfo.processInfo.environment)
                let name = try SnapshotNaming.shared.name(
                    named, of: function, words: asserted.words, at: place, fingerprint: "\(asserted.fingerprint) \(settings)".stableHash)
                try check(asserted, name, mode)
            } catch {
                place.fail("\(named ?? function): \(error)")
            }
        }

        /// Calls `body` with a judge that is set up for the snapshot.
        func judge<Result>(
            _ asserted: AssertedSnapshot, _ id: String, references: ReferenceFolder, mode: RecordMode, output: RunFolder?,
            _ body: (SnapshotChecker, SnapshotSpec, WidgetRenderer) throws -> Result
        ) throws -> Result {
            let suite = SnapshotSuite(
                name: place.fileName, path: "\(place.filePath)", references: "__Snapshots__", cases: [asserted.suiteCase(place.fileName)])
            let kinds = TestTools.shared.kinds(settings.templates)
            var fonts: String?
            if case .folder(let folder)? = settings.fonts { fonts = folder }
            return try TestTools.shared.use(.init(templates: settings.templates, fonts: fonts)) { renderer in
                if settings.fonts == .recorded, asserted.look != nil {
                    try TestFonts.check(renderer.faces, beside: references.path, mode)
                }
                let judge = SnapshotChecker(
                    suite, references: references, mode: mode, output: output, renderer: renderer, schemas: kinds.schemas, kinds: kinds,
                    advice: "run the tests with SUBDIAL_SNAPSHOTS=changed to record it")
                judge.requiresMasks = true
                asserted.load(judge, folder: place.folder)
                return try body(judge, try asserted.spec(id), renderer)
            }
        }

        /// The references next to the test's file.
        var references: ReferenceFolder {
            ReferenceFolder(path: "\(place.folder)/__Snapshots__", platforms: ReferenceFolder.currentPlatforms)
        }

        private func check(_ asserted: AssertedSnapshot, _ name: String, _ mode: RecordMode) throws {
            let report = TestReport.shared
            let problem = report.start()
            let id = "\(place.fileName)/\(name)"
            let references = references
            let output = problem == nil ? report.folder.forModule(place.moduleName) : nil
            var judgeError: (any Error)?
            var code: CodePlace?
            var faces: [FontFace] = []
            var result = try judge(asserted, id, references: references, mode: mode, output: output) { judge, spec, renderer in
                var result = judge.judge(spec)
                judgeError = judge.error
                code = judge.changedNode.flatMap(asserted.code)
                faces = result.newFaces ?? []
                // Where differences are written, what matches is drawn with these fonts too.
                if result.status == .new || result.status == .updated || !result.status.isFailure && (mode == .changed || mode == .all) {
                    try TestFonts.record(faces, beside: references.path)
                } else if result.status == .failed {
                    result.fontWarnings = TestFonts.warnings(renderer.faces, beside: references.path)
                }
                (result.newFaces, result.hasFormerTree) = (nil, nil)
                return result
            }
            result.line = Int(place.line)
            if let code { result.change = SourceLine(file: "\(code.file)", line: Int(code.line)) }
            result.reference = ReferencePlace(folder: references.path, id: id)
            result.id = "\(place.moduleName)/\(id)"
            for path in Self.paths { result[keyPath: path] = result[keyPath: path].map { "\(place.moduleName)/\($0)" } }
            // A newly recorded reference is unreviewed: a test must not pass with its own output as the reference.
            let isUnseen = mode == .missing && (result.status == .new || result.status == .updated)
            report.add(result, drawnWith: faces)
            if isUnseen {
                place.fail("\(name): there was no reference, and now there is one: look at it, then run the test again")
            } else if case .template(let error)? = judgeError as? WidgetError {
                fail(error, asserted, name)
            } else if result.status.isFailure {
                let kept = problem.map { "neither pictures nor a report are kept: \($0)" } ?? "see \(report.folder.path)/index.html"
                fail(result, name, report, kept, at: code)
            }
        }

        /// Reports the problems of a template; for views at the code that made them.
        func fail(_ error: TemplateError, _ asserted: AssertedSnapshot, _ name: String) {
            for problem in error.problems {
                guard problem.file == AssertedSnapshot.viewName else {
                    place.fail("\(name): \(problem)")
                    continue
                }
                place.fail(
                    "\(name): \(problem.message)\(problem.path.isEmpty ? "" : " (at \(problem.path))")", at: asserted.code(at: problem.path)
                )
            }
        }

        /// Reports a failure.
        ///
        /// - Parameters:
        ///   - kept: The place of the report, or the reason why there is none.
        ///   - code: The code that made the changed view, if it is known.
        private func fail(_ result: SnapshotCase, _ name: String, _ report: TestReport, _ kept: String, at code: CodePlace?) {
            let details = ([result.message] + result.nodeChanges + result.fontWarnings).filter { !$0.isEmpty }.joined(separator: "\n")
            let files = Self.paths.compactMap { result[keyPath: $0] }.map { "\(report.folder.path)/\($0)" }
            FailureAttachments.attach(files, to: place, name: name)
            place.fail(([name + ": " + details] + files + [kept]).joined(separator: "\n"), at: code)
        }

        /// The files of a failed snapshot.
        private static var paths: [WritableKeyPath<SnapshotCase, String?>] {
            [\.expected, \.actual, \.difference, \.expectedText, \.actualText]
        }
    }
#endif
