import FoundationEssentials
import SubdialConcurrency
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
    private let executor = WorkExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let target: PreviewTarget
    private let suite: String?
    private let global: GlobalOptions
    private let configuration: Configuration
    private let resources: ResourceFolder
    private let context: CommandContext
    private var known = PreviewEntries.Known()

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

    func snapshotCase(_ shown: PreviewShown) async throws -> PreviewCase { try PreviewCaseWriter(shown).told }

    func addSnapshotCase(_ shown: PreviewShown) async throws -> PreviewCase { try PreviewCaseWriter(shown).add() }
}

extension Result {
    fileprivate var problem: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
