// A release build without tests has neither library.
#if canImport(Testing) && canImport(XCTest)
    import FoundationEssentials
    import SubdialRendering
    import SubdialSnapshots
    public import SubdialSwiftUI
    import SubdialWidgetKit
    import SubdialWidgets

    /// Asserts that every preview of the program matches its reference, each by its name.
    ///
    ///     @Test func previews() async { await assertPreviews() }
    ///
    /// A preview is a `#Preview` or a view of a `PreviewProvider` in any module that the test is linked with; nothing names them. A snapshot is called
    /// `File/Name`, with a number for each entry if the preview has several. Widgets have their family, and views without one their own size, or that
    /// of the preview's traits or layout. `Date()` is 2026-01-01 09:41 UTC while a preview makes its entries, and then the date of the entry.
    ///
    /// - Parameters:
    ///   - colorSchemes: The appearances; several have one snapshot each, whose name ends with the appearance.
    ///   - skipped: The names of previews without a snapshot. A name that no preview has fails the test.
    ///   - warnings: What happens with what is not drawn as the source says.
    ///   - record: Which references are written; nil for the test's setting.
    public func assertPreviews(
        _ colorSchemes: [ColorScheme] = [.light], except skipped: Set<String> = [], warnings: SnapshotWarnings = .tell,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) async {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        let previews = await ProgramPreview.all
        let names = Set(previews.map(\.name))
        for name in skipped.sorted() where !names.contains(name) { place.fail("'\(name)' is to be left out, but no preview has this name") }
        guard !previews.isEmpty else {
            place.fail("this program has no previews: the test's target must depend on the targets that have them")
            return
        }
        for preview in previews where !skipped.contains(preview.name) {
            do {
                for picture in try await preview.pictures(try assertion.catalog) {
                    assertion.check(picture, colorSchemes, warnings)
                }
            } catch {
                place.fail("\(preview.name) (\(preview.place)): \(error)")
            }
        }
    }

    /// Asserts that every widget of the program matches its references, one for each of its families.
    ///
    ///     @Test func widgets() async { await assertWidgets() }
    ///
    /// The widgets are those of the program's bundles, or without a bundle all types that conform to `Widget`. Each shows the entry of the gallery: that
    /// of its provider's snapshot in a context whose `isPreview` is true, asked at 2026-01-01 09:41 UTC. A snapshot is called `kind/family`. A control
    /// has its sizes in place of families, and is dark as the Control Center.
    ///
    /// - Parameters:
    ///   - colorSchemes: The appearances; several have one snapshot each, whose name ends with the appearance.
    ///   - skipped: The kinds of widgets without a snapshot. A kind that no widget has fails the test.
    ///   - warnings: What happens with what is not drawn as the source says.
    ///   - record: Which references are written; nil for the test's setting.
    public func assertWidgets(
        _ colorSchemes: [ColorScheme] = [.light], except skipped: Set<String> = [], warnings: SnapshotWarnings = .tell,
        record: RecordMode? = nil, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
        column: UInt = #column, function: String = #function
    ) async {
        let place = AssertionPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let assertion = SnapshotAssertion(place: place, named: nil, function: function, record: record)
        let widgets = await ProgramWidget.all
        let kinds = Set(widgets.map(\.kind))
        for kind in skipped.sorted() where !kinds.contains(kind) { place.fail("'\(kind)' is to be left out, but no widget has this kind") }
        // Activities have no entry to show: a program may have nothing else.
        guard await !ProgramWidget.hasNone else {
            place.fail("this program has no widgets: the test's target must depend on the targets that have them")
            return
        }
        for widget in widgets where !skipped.contains(widget.kind) {
            for family in widget.families {
                do {
                    assertion.check(try await widget.picture(family, try assertion.catalog), colorSchemes, warnings)
                } catch {
                    place.fail("\(widget.kind)/\(family): \(error)")
                }
            }
        }
    }

    extension SnapshotAssertion {
        /// The devices.
        fileprivate var catalog: DeviceCatalog {
            get throws { try TestTools.shared.use(.init(templates: settings.templates, fonts: nil)) { $0.catalog } }
        }

        /// Compares a picture with its references.
        fileprivate func check(_ picture: ProgramPicture, _ colorSchemes: [ColorScheme], _ warnings: SnapshotWarnings) {
            place.assert(picture.name, needsMain: true) {
                let subject = SnapshotSubject.view(
                    ViewSubject(.entry(picture.content, picture.date), declaration: picture.content.declaration))
                // What is always dark has one picture.
                let colorSchemes = picture.look.isAlwaysDark ? [.dark] : colorSchemes
                for colorScheme in colorSchemes {
                    var look = picture.look
                    look.appearance = colorScheme == .dark ? .dark : .light
                    let strategy = SnapshotStrategy<ProgramPicture, SnapshotFiles>(look: look, levels: SnapshotLevel.ofWidgets) { _ in
                        subject
                    }
                    let name = colorSchemes.count > 1 ? "\(picture.name).\(look.appearance.rawValue)" : picture.name
                    SnapshotAssertion(self, named: name).check(strategy.warnings(warnings).asserted(subject: subject))
                }
            }
        }
    }
#endif
