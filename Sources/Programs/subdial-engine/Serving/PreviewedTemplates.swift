import FoundationEssentials
import SubdialBasics
import SubdialConcurrency
import SubdialDocuments
import SubdialEngine
import SubdialExpressions
import SubdialKinds
import SubdialServe
import SubdialSnapshots
import SubdialSystem
import SubdialTimeline
import SubdialWidgets

/// Supplies a preview with the templates of a command line.
actor PreviewedTemplates: PreviewSupplier {
    private let executor = WorkLane()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let target: PreviewTarget
    private let suite: String?
    private let global: GlobalOptions
    private let configuration: Configuration
    private let resources: ResourceFolder
    private let context: CommandContext
    private var known = PreviewEntries.CachedTemplates()

    init(
        _ target: PreviewTarget, suite: String?, global: GlobalOptions, _ configuration: Configuration, _ resources: ResourceFolder,
        _ context: CommandContext
    ) {
        self.target = target
        self.suite = suite
        self.global = global
        self.configuration = configuration
        self.resources = resources
        self.context = context
    }

    func project() async -> PreviewProject {
        let library = resources.kinds
        let found = Result { try self.schema(library) }
        let schema = try? found.get()
        let files = PreviewEntries(target, kind: schema?.kind ?? KindName(target.written).name, resources, &known)
        let title: String =
            switch target.target {
            case .kind(let kind): kind
            case .folder(let path), .template(let path): path.split(separator: "/").last.map(String.init) ?? path
            }
        let families = self.families
        return PreviewProject(
            title: title, target: target.target, schema: schema, problem: found.problem, schemas: schemas(schema, library),
            resources: resources, families: families.all, shown: families.shown, device: families.device, entries: files.files,
            entry: files.standard, themes: resources.themeNames, theme: configuration.theme ?? "default",
            languages: Strings.languages(in: resources), timeZones: configuration.timeZones(isLive: false), suite: suite, base: base,
            folders: folders(files))
    }

    private func schema(_ library: KindLibrary) throws -> EntrySchema {
        switch target.target {
        case .kind(let kind):
            guard let schema = try library.schema(ofTemplates: kind) else {
                throw WidgetError.unknown("kind", kind, among: library.kindNames)
            }
            try WidgetRenderer.check(kind: kind, in: resources)
            return schema
        case .folder(let folder): return try resources.schema(ofTemplate: "\(folder)/kind.yaml")
        case .template(let file): return try resources.schema(ofTemplate: file)
        }
    }

    /// The schemas of entry files.
    ///
    /// For its kind it is the project's own instance, because two separately parsed schemas are not equal.
    private func schemas(_ schema: EntrySchema?, _ library: KindLibrary) -> EntrySchemas {
        EntrySchemas { (kind) throws(EntryError) in
            if let schema, schema.kind == kind { return schema }
            return try library.schemas.schema(of: kind)
        }
    }

    /// The families with a template, those that are shown initially, and the device if it is not the default one.
    private var families: (all: [WidgetFamily], shown: [WidgetFamily], device: String?) {
        switch target.target {
        case .template(let path):
            guard let family = WidgetFamily(rawValue: WidgetFamily.name(ofFile: path)) else {
                return (WidgetFamily.allCases, [.systemMedium], nil)
            }
            return ([family], [family], path.contains("@watch") || path.contains("@smartStack") ? DeviceCatalog.standardWatch : nil)
        case .kind(let kind): return families(resources.names(in: kind))
        case .folder(let folder): return families((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        }
    }

    private func families(_ files: [String]) -> (all: [WidgetFamily], shown: [WidgetFamily], device: String?) {
        let all = WidgetFamily.allCases.filter { family in
            files.contains { $0.hasSuffix(".yaml") && WidgetFamily.name(ofFile: $0) == family.rawValue }
        }
        let usual: [WidgetFamily] = [.systemSmall, .systemMedium, .systemLarge, .accessoryRectangular, .accessoryCircular]
        let shown = all.filter(usual.contains)
        return (all, shown.isEmpty ? Array(all.prefix(3)) : shown, nil)
    }

    /// The folder to which displayed paths are relative.
    private var base: String {
        if let folder = target.folder { return folder }
        guard case .kind(let kind) = target.target else { return resources.path }
        let isUsers = resources.userPath.map { FileManager.default.fileExists(atPath: "\($0)/\(kind)") } ?? false
        return isUsers ? resources.userPath ?? resources.path : resources.path
    }

    private func folders(_ entries: PreviewEntries) -> [PreviewFolder] {
        var folders = [PreviewFolder(resources.path, isDeep: true)]
        if let path = resources.userPath { folders.append(PreviewFolder(path, isDeep: true)) }
        if let folder = target.folder { folders.append(PreviewFolder(folder)) }
        folders += entries.folders.map { PreviewFolder($0) }
        // For a symbolic link, the folder of its target is watched too, because editors write the target.
        var files = [target.entry].compactMap { $0 }
        if case .template(let file) = target.target { files.append(file) }
        for file in files {
            let real = URL(filePath: file).resolvingSymlinksInPath().path
            if real != file { folders.append(PreviewFolder(PreviewTarget.parent(real))) }
        }
        var seen: Set<String> = []
        return folders.filter { seen.insert($0.path).inserted }
    }

    func live() async throws -> WidgetInputs {
        var resources = resources
        if case .kind = target.target {
        } else if let folder = target.folder {
            resources = ResourceFolder(path: resources.path, userPath: PreviewTarget.parent(folder))
        }
        let choice = try KindChoice(target.written, configuration, resources, in: context)
        return WidgetInputs(
            kind: KindName(target.written).name, title: choice.instance.map { $0.subject.name } ?? "Now playing",
            entries: try global.entries(of: choice, configuration, in: context), folder: choice.instance?.folder,
            timeZones: configuration.timeZones(isLive: true), theme: configuration.theme ?? "default")
    }

    nonisolated func failure(_ error: any Error) -> ServeError { CommandFailure(error).answer }

    func snapshotCase(_ shown: RenderedPreview) async throws -> PreviewCase { try PreviewCaseWriter(shown).told }

    func addSnapshotCase(_ shown: RenderedPreview) async throws -> PreviewCase { try PreviewCaseWriter(shown).add() }
}

extension Result {
    fileprivate var problem: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}

/// The selectable entry files of a preview: the author's own, and those of Subdial.
struct PreviewEntries {
    /// The maximum number of files.
    private static let maximum = 200
    /// The maximum size of a file, in bytes.
    private static let maximumBytes = 4 << 20
    /// The names of the preferred initial entries, if they exist.
    private static let preferred = ["playing.json", "live.json"]

    /// The files; a specified file is the first.
    private(set) var files: [PreviewEntryFile] = []
    /// The searched folders, and those of the pictures next to the entries.
    private(set) var folders: [String] = []
    private let namedFile: String?

    /// A cache of read files.
    struct CachedTemplates {
        fileprivate var kind = ""
        fileprivate var files: [String: (version: FileVersion, isEntry: Bool)] = [:]
    }

    /// Searches entry files of a kind.
    init(_ target: PreviewTarget, kind: String, _ resources: ResourceFolder, _ known: inout CachedTemplates) {
        namedFile = target.entry
        if known.kind != kind { known = CachedTemplates(kind: kind) }
        if let entry = target.entry { files.append(PreviewEntryFile(name: Self.name(of: entry), path: entry)) }
        var own: [String] = target.folder.map { [$0] } ?? []
        if case .kind(let name) = target.target { own += [resources.userPath, resources.path].compactMap { $0 }.map { "\($0)/\(name)" } }
        for folder in own {
            for place in ["", "entries/", "Fixtures/entries/"] { add("\(folder)/\(place)", as: place, of: kind, isOwn: true, &known) }
        }
        let fixtures = PreviewTarget.parent(resources.path) + "/Fixtures"
        add(
            kind == WidgetRenderer.standardKind ? "\(fixtures)/entries/" : "\(fixtures)/kinds/\(kind)/", as: "examples/", of: kind,
            isOwn: false, &known)
    }

    /// The name of the initial entry.
    fileprivate var standard: String {
        let named = Self.preferred.lazy.compactMap { wanted in files.first { Self.name(of: $0.path) == wanted } }.first
        return (files.first { $0.path == namedFile } ?? named ?? files.first)?.name ?? PreviewProject.sample
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private mutating func add(_ folder: String, as prefix: String, of kind: String, isOwn: Bool, _ known: inout CachedTemplates) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
        let folder = String(folder.dropLast(folder.hasSuffix("/") ? 1 : 0))
        folders += [folder, "\(folder)/artwork", "\(PreviewTarget.parent(folder))/artwork"]
        for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") && files.count < Self.maximum {
            let path = "\(folder)/\(name)"
            guard !files.contains(where: { $0.path == path || $0.name == prefix + name }),
                Self.isEntry(path, of: kind, isOwn: isOwn, &known)
            else {
                continue
            }
            files.append(PreviewEntryFile(name: prefix + name, path: path))
        }
    }

    /// True for an entry of the kind; an author's file that is not valid JSON yet is included.
    private static func isEntry(_ path: String, of kind: String, isOwn: Bool, _ known: inout CachedTemplates) -> Bool {
        guard let version = FileVersion(path: path, followsLinks: true), version.size <= maximumBytes else { return false }
        if let file = known.files[path], file.version == version { return file.isEntry }
        let json = FileManager.default.contents(atPath: path).map { try? JSONValue(parsing: Array($0)) }
        let isEntry =
            switch json {
            case nil: false
            case .some(nil): isOwn
            case .some(let json?):
                json["date"]?.string != nil && (json["kind"]?.string ?? WidgetRenderer.standardKind) == kind
            }
        known.files[path] = (version, isEntry)
        return isEntry
    }
}
