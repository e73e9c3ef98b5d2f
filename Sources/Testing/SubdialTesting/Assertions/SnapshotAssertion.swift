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
        let named: String?
        let function: String
        let settings: SnapshotSettings

        init(place: AssertionPlace, named: String?, function: String, record: RecordMode?) {
            self.place = place
            self.named = named
            self.function = function
            settings = SnapshotSettings(record: record).within(.current)
        }

        /// The assertion with another name.
        init(_ assertion: SnapshotAssertion, named: String?) {
            (place, function, settings) = (assertion.place, assertion.function, assertion.settings)
            self.named = named
        }

        /// Draws the snapshot and compares it with the reference.
        func check(_ asserted: AssertedSnapshot) {
            do {
                try check(asserted, try settings.mode(environment: ProcessInfo.processInfo.environment))
            } catch {
                place.fail("\(named ?? function): \(error)")
            }
        }

        /// Calls `body` with a judge that is set up for the snapshot.
        func judge<Result>(
            _ asserted: AssertedSnapshot, references: ReferenceFolder, mode: RecordMode, output: RunFolder?,
            _ body: (SnapshotChecker, WidgetRenderer) throws -> Result
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
                try asserted.load(judge, renderer, folder: place.folder)
                return try body(judge, renderer)
            }
        }

        /// The references next to the test's file.
        var references: ReferenceFolder {
            ReferenceFolder(path: "\(place.folder)/__Snapshots__", platforms: ReferenceFolder.currentPlatforms)
        }

        private func check(_ asserted: AssertedSnapshot, _ mode: RecordMode) throws {
            let report = TestReport.shared
            let problem = report.start()
            let references = references
            let output = problem == nil ? report.folder.forModule(place.moduleName) : nil
            var judgeError: (any Error)?
            var faces: [FontFace] = []
            var name = named ?? function
            var result = try judge(asserted, references: references, mode: mode, output: output) { judge, renderer in
                let fingerprint = "\(try asserted.fingerprint(judge)) \(settings)".stableHash
                name = try SnapshotNaming.shared.name(named, of: function, words: asserted.words, at: place, fingerprint: fingerprint)
                var result = judge.judge(try asserted.spec("\(place.fileName)/\(name)"))
                judgeError = judge.error
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
            let id = result.id
            ObsoleteReferences.shared.use(id, at: place, function: function)
            result.reference = ReferencePlace(folder: references.path, id: id)
            result.id = "\(place.moduleName)/\(id)"
            for path in Self.paths { result[keyPath: path] = result[keyPath: path].map { "\(place.moduleName)/\($0)" } }
            // A newly recorded reference is unreviewed: a test must not pass with its own output as the reference.
            let isUnseen = mode == .missing && (result.status == .new || result.status == .updated)
            report.add(result, drawnWith: faces)
            if isUnseen {
                place.fail("\(name): there was no reference, and now there is one: look at it, then run the test again")
            } else if case .template(let error)? = judgeError as? WidgetError {
                fail(error, name)
            } else if result.status.isFailure {
                let kept = problem.map { "neither pictures nor a report are kept: \($0)" } ?? "see \(report.folder.path)/index.html"
                fail(result, name, report, kept, warnings: asserted.view?.warnings ?? [])
            }
            tell(asserted, name)
        }

        /// Tells the warnings of a view, or fails for them.
        func tell(_ asserted: AssertedSnapshot, _ name: String) {
            guard asserted.warnings != .ignore else { return }
            for warning in asserted.view?.warnings ?? [] {
                if asserted.warnings == .fail { place.fail("\(name): \(warning)") } else { place.warn(warning, of: name) }
            }
        }

        /// Reports the problems of a template.
        func fail(_ error: TemplateError, _ name: String) {
            for problem in error.problems { place.fail("\(name): \(problem)") }
        }

        /// Reports a failure.
        ///
        /// - Parameters:
        ///   - kept: The place of the report, or the reason why there is none.
        ///   - warnings: What is not drawn as the source of a view says.
        private func fail(_ result: SnapshotCase, _ name: String, _ report: TestReport, _ kept: String, warnings: [String]) {
            let details = ([result.message] + result.nodeChanges + result.fontWarnings + warnings.map { "warning: \($0)" }).filter {
                !$0.isEmpty
            }.joined(separator: "\n")
            let files = Self.paths.compactMap { result[keyPath: $0] }.map { "\(report.folder.path)/\($0)" }
            FailureAttachments.attach(files, to: place, name: name)
            place.fail(([name + ": " + details] + files + [kept]).joined(separator: "\n"))
        }

        /// The files of a failed snapshot.
        private static var paths: [WritableKeyPath<SnapshotCase, String?>] {
            [\.expected, \.actual, \.difference, \.expectedText, \.actualText]
        }
    }
#endif
