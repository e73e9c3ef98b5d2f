import FoundationEssentials
import SubdialDocuments
import SubdialServe
import SubdialSystem
import SubdialWidgets

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
    struct Known {
        fileprivate var kind = ""
        fileprivate var files: [String: (version: FileVersion, isEntry: Bool)] = [:]
    }

    /// Searches entry files of a kind.
    init(_ target: PreviewTarget, kind: String, _ resources: ResourceFolder, _ known: inout Known) {
        namedFile = target.entry
        if known.kind != kind { known = Known(kind: kind) }
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
    var standard: String {
        let named = Self.preferred.lazy.compactMap { wanted in files.first { Self.name(of: $0.path) == wanted } }.first
        return (files.first { $0.path == namedFile } ?? named ?? files.first)?.name ?? PreviewProject.sample
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private mutating func add(_ folder: String, as prefix: String, of kind: String, isOwn: Bool, _ known: inout Known) {
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
    private static func isEntry(_ path: String, of kind: String, isOwn: Bool, _ known: inout Known) -> Bool {
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
