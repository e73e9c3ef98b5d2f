import FoundationEssentials
import SubdialKinds
import SubdialSnapshots
import SubdialTimeline
import SubdialWidgets

/// The check of the folder of a kind: its `kind.yaml`, and each template with the samples of the fields and with no values.
struct KindCheck {
    /// The kind; nil if its file has errors.
    private(set) var kind: Kind?
    /// The problems, one line each.
    private(set) var messages: [String] = []
    /// True if the kind or a template cannot be used.
    private(set) var hasErrors = false

    /// Checks a folder.
    ///
    /// - Throws: ``CommandFailure`` if it has no `kind.yaml`.
    init(_ folder: String, in resources: ResourceFolder) throws {
        let name = String(folder.split(separator: "/").last ?? "")
        guard let data = FileManager.default.contents(atPath: "\(folder)/kind.yaml") else {
            throw CommandFailure(.missingInput, "\(folder)/kind.yaml: there is no such file")
        }
        let kind: Kind
        do throws(KindFileError) {
            kind = try Kind(String(decoding: data, as: UTF8.self), name: name, file: "\(folder)/kind.yaml")
        } catch {
            (messages, hasErrors) = (error.problems, true)
            return
        }
        self.kind = kind
        let documents = KindDocumentCheck(kind, in: folder)
        messages = kind.warnings + documents.warnings.map { "\(folder)/kind.yaml: \($0)" }
        if let error = documents.error {
            messages.append("\(folder)/kind.yaml: \(error)")
            hasErrors = true
        }
        try SymbolLibrary(resources).check()
        let store = TemplateStore(resources: resources)
        let around = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        let renderer = try WidgetRenderer(
            resources: ResourceFolder(path: resources.path, userPath: around, hasUserFonts: around == resources.userPath))
        let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter {
            // A suite that `snapshot init` writes is no template.
            $0.hasSuffix(".yaml") && $0 != "kind.yaml" && $0 != SnapshotSuite.defaultFile
        }
        for file in files.sorted() {
            do throws(WidgetError) {
                try store.check(file: "\(folder)/\(file)", as: "\(folder)/\(file)", kind.schema)
                try Self.layOutEmpty(file, folder, kind.schema, renderer)
                let path = "\(folder)/\(file)"
                let cuts = try renderer.overflows(ofTemplate: path, as: path, showing: kind.schema.placeholder(at: .now))
                messages += cuts.map(\.description)
            } catch .template(let error) {
                messages += error.problems.map(\.description)
                hasErrors = true
            } catch {
                messages.append("\(folder)/\(file): \(error)")
                hasErrors = true
            }
        }
        if files.isEmpty {
            messages.append("\(folder): there is no template in it; 'subdial template new \(folder)/systemSmall.yaml' starts one")
        }
    }

    /// Lays out a family's template with an empty entry, on one device.
    private static func layOutEmpty(
        _ file: String, _ folder: String, _ schema: EntrySchema, _ renderer: WidgetRenderer
    ) throws(WidgetError) {
        guard let family = WidgetFamily(rawValue: WidgetFamily.name(ofFile: file)) else { return }
        let device = try renderer.catalog.standardDevice(for: family)
        _ = try renderer.layOut(
            Entry(date: .now, schema: schema, freshness: .offline), template: .file("\(folder)/\(file)"),
            in: WidgetEnvironment(family: family, device: device, now: .now), folder: folder)
    }
}
