import FoundationEssentials
import SubdialDocuments
import SubdialDrawing
import SubdialExpressions
import SubdialTemplates
import SubdialTimeline

/// A cache of the templates of a resource folder; each is read and checked once.
public final class TemplateStore {
    private let resources: ResourceFolder
    private let symbols: Set<String>
    private struct Key: Hashable {
        let file: String
        let schema: EntrySchema
    }
    private var loaded: [Key: Template] = [:]

    init(resources: ResourceFolder, symbols: SymbolLibrary) {
        self.resources = resources
        self.symbols = Set(symbols.names)
    }

    /// The names available to templates of a kind.
    private func context(_ schema: EntrySchema, given names: Set<String> = []) -> TemplateContext {
        TemplateContext(variables: Set(WidgetScope.names(schema)).union(names), symbols: symbols) { data in
            do {
                _ = try SubdialDrawing.Path(svg: data)
                return nil
            } catch {
                return "\(error)"
            }
        }
    }

    /// Creates a store for the templates of a folder, without loading any fonts.
    public convenience init(resources: ResourceFolder) {
        self.init(resources: resources, symbols: SymbolLibrary(resources))
    }

    /// Reads and checks the template, or the part, in a file.
    ///
    /// A part may use the names that the files around it define.
    ///
    /// - Parameters:
    ///   - name: The name of the file in messages.
    ///   - schema: The schema of its kind.
    /// - Throws: `WidgetError.template` with all problems, `WidgetError.missingFile` for a missing file.
    public func check(file: String, as name: String, _ schema: EntrySchema) throws(WidgetError) {
        guard let data = FileManager.default.contents(atPath: file) else { throw .missingFile(name, reason: "there is no such template") }
        let folder = URL(filePath: file).deletingLastPathComponent().path
        let template = try load(
            String(decoding: data, as: UTF8.self), file: name, schema, given: givenNames(of: file, in: folder), part: parts(in: folder))
        do throws(TemplateError) {
            try template.checkEscapes()
        } catch {
            throw .template(error)
        }
    }

    /// The template of a kind of widget: the first existing file of `names`.
    func template(kind: String, names: [String], _ schema: EntrySchema) throws(WidgetError) -> Template {
        guard !kind.contains("/"), !kind.hasPrefix(".") else { throw .unknown("kind", kind, hint: "") }
        if kind != schema.kind, resources.text("\(kind)/kind.yaml") != nil {
            throw .otherKind(kind, entry: schema.kind)
        }
        for name in names {
            let key = "\(kind)/\(name)"
            if let template = loaded[Key(file: key, schema: schema)] { return template }
            guard let (file, text) = resources.text(key) else { continue }
            let template = try load(text, file: file, folder: kind, schema)
            loaded[Key(file: key, schema: schema)] = template
            return template
        }
        let kinds = self.kinds
        guard kinds.contains(kind) else {
            throw .unknown("kind of widget", kind, among: kinds)
        }
        throw .missingFile("\(kind)/\(names.last ?? "")", reason: "this kind of widget has templates for " + families(of: kind))
    }

    /// The template whose background is that of the theme; nil for a theme without one.
    func ground(_ theme: Theme, _ schema: EntrySchema) throws(WidgetError) -> Template? {
        guard let text = theme.ground else { return nil }
        let file = "themes/\(theme.name).yaml"
        if let template = loaded[Key(file: file, schema: schema)] { return template }
        let template = try load(text, file: "\(file): ground", schema) { _ in nil }
        loaded[Key(file: file, schema: schema)] = template
        return template
    }

    private func families(of kind: String) -> String {
        WidgetFamily.allCases.map(\.rawValue).filter { resources.text("\(kind)/\($0).yaml") != nil }.joined(separator: ", ")
    }

    /// The template in a file of the user.
    ///
    /// Its parts are in the same folder.
    func template(file: String, _ schema: EntrySchema) throws(WidgetError) -> Template {
        if let template = loaded[Key(file: file, schema: schema)] { return template }
        guard let data = FileManager.default.contents(atPath: file) else { throw .missingFile(file, reason: "there is no such template") }
        let folder = URL(filePath: file).deletingLastPathComponent().path
        let template = try load(String(decoding: data, as: UTF8.self), file: file, schema, part: parts(in: folder))
        loaded[Key(file: file, schema: schema)] = template
        return template
    }

    /// The available kinds of widgets: the folders that contain a template.
    public var kinds: [String] {
        resources.names(in: ".").filter { kind in
            !["themes", "symbols", "strings"].contains(kind)
                && WidgetFamily.allCases.contains { resources.text("\(kind)/\($0.rawValue).yaml") != nil }
        }
    }

    /// The names that a file may use if it is a part: those that the templates of its folder give parts, or, for a folder of Subdial's or the
    /// user's that has only parts, those of all folders.
    private func givenNames(of file: String, in folder: String) -> Set<String> {
        guard !Self.isTemplate(URL(filePath: file).lastPathComponent) else { return [] }
        let siblings = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".yaml") }
        var texts = siblings.compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }.map {
            String(decoding: $0, as: UTF8.self)
        }
        if !siblings.contains(where: Self.isTemplate), resources.contains(folder) {
            texts += kinds.flatMap { kind in resources.names(in: kind).compactMap { resources.text("\(kind)/\($0)")?.text } }
        }
        return texts.reduce(into: []) { $0.formUnion(Template.givenNames(in: $1)) }
    }

    /// True for the name of a file that is a template of its own, not a part.
    private static func isTemplate(_ file: String) -> Bool {
        WidgetFamily(rawValue: WidgetFamily.name(ofFile: file)) != nil
            || ActivityPresentation.allCases.contains { $0.templateNames.contains(file) }
    }

    /// A function that finds the parts of a template in `folder`; nil for a template without a folder.
    private func parts(in folder: String?) -> (String) -> (file: String, text: String)? {
        { [resources] name in
            // A part of another kind is relative to the folder of kinds.
            if name.contains("/") { return resources.text("\(name).yaml") }
            guard let folder else { return nil }
            return FileManager.default.contents(atPath: "\(folder)/\(name).yaml").map {
                ("\(folder)/\(name).yaml", String(decoding: $0, as: UTF8.self))
            }
        }
    }

    private func load(_ text: String, file: String, folder: String, _ schema: EntrySchema) throws(WidgetError) -> Template {
        try load(text, file: file, schema) { [resources] name in
            resources.text(name.contains("/") ? "\(name).yaml" : "\(folder)/\(name).yaml")
        }
    }

    private func load(
        _ text: String, file: String, _ schema: EntrySchema, given names: Set<String> = [],
        part: @escaping (String) -> (file: String, text: String)?
    ) throws(WidgetError) -> Template {
        do {
            return try Template(text, file: file, context: context(schema, given: names), part: part)
        } catch {
            throw .template(error)
        }
    }
}
