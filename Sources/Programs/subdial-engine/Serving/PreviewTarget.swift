import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialEngine
import SubdialKinds
import SubdialServe
import SubdialTimeline
import SubdialWidgets

/// The templates and the entry for a command line's `KIND` or `FILE`.
struct PreviewTarget {
    let target: PreviewProject.Target
    /// The kind as written, with an instance; the playback kind for templates outside of a kind's folder.
    let written: String
    /// The path of the specified entry file.
    let entry: String?
    /// The folder of the specified file; nil for a kind.
    let folder: String?

    /// - Throws: ``CommandFailure`` if the file or kind does not exist.
    init(_ word: String, _ configuration: Configuration, _ resources: ResourceFolder, in context: CommandContext) throws {
        let path = Self.path(word, in: context)
        let isFileName = ["/", ".yaml", ".yml", ".json"].contains { $0 == "/" ? word.contains($0) : word.hasSuffix($0) }
        let kinds = WidgetRenderer.kinds(in: resources)
        guard isFileName || (!kinds.contains(KindName(word).name) && FileManager.default.fileExists(atPath: path)) else {
            try WidgetRenderer.check(kind: KindName(word).name, in: resources)
            do {
                _ = try KindChoice(word, configuration, resources, in: context)
            } catch let error as CommandFailure {
                throw error
            } catch {
                // The page shows the errors of the kind's files.
            }
            (target, written, entry, folder) = (.kind(KindName(word).name), word, nil, nil)
            return
        }
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw CommandFailure(.missingInput, "\(word): there is no such \(word.hasSuffix(".json") ? "entry file" : "template")")
        }
        if word.hasSuffix(".json") {
            let kind = (try? JSONValue(parsing: Array(FileManager.default.contents(atPath: path) ?? Data())))?["kind"]?.string
            let name = kind ?? WidgetRenderer.standardKind
            (target, written, entry, folder) = (.kind(name), name, path, Self.parent(path))
            return
        }
        let file = path.split(separator: "/").last.map(String.init) ?? ""
        guard isFolder || file == "kind.yaml" else {
            guard word.hasSuffix(".yaml") || word.hasSuffix(".yml") else {
                throw CommandFailure(.wrongUsage, "\(word): a template ends in .yaml, an entry file in .json")
            }
            (target, written, entry) = (.template(path), Self.kind(ofTemplatesIn: Self.parent(path)), nil)
            folder = Self.parent(path)
            return
        }
        let found = isFolder ? path : Self.parent(path)
        guard Self.hasTemplates(found) else {
            throw CommandFailure(
                .missingInput,
                "\(word): there is neither a kind.yaml nor a template here that is named for a family, such as systemMedium.yaml, and no "
                    + "Package.swift here or above")
        }
        // A folder among the kind folders is the kind itself.
        let name = found.split(separator: "/").last.map(String.init) ?? ""
        let isKnown = [resources.userPath, resources.path].contains(Self.parent(found)) && kinds.contains(name)
        (target, entry, folder) = (isKnown ? .kind(name) : .folder(found), nil, found)
        written = isKnown ? name : Self.kind(ofTemplatesIn: found)
    }

    /// The folder of the Swift package that a word names; nil for a kind, a file, and a folder with templates.
    static func packageFolder(_ word: String, _ resources: ResourceFolder, in context: CommandContext) -> String? {
        guard word.contains("/") || !WidgetRenderer.kinds(in: resources).contains(KindName(word).name) else { return nil }
        let path = path(word, in: context)
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder, !hasTemplates(path) else { return nil }
        return SwiftPackage.folder(of: path)
    }

    /// True for a folder of a kind, or with a template that is named for a family.
    private static func hasTemplates(_ folder: String) -> Bool {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.contains {
            $0 == "kind.yaml" || WidgetFamily(rawValue: WidgetFamily.name(ofFile: $0)) != nil && $0.hasSuffix(".yaml")
        }
    }

    /// The kind to whose folder the templates belong; playback for any other folder.
    private static func kind(ofTemplatesIn folder: String) -> String {
        FileManager.default.fileExists(atPath: "\(folder)/kind.yaml")
            ? folder.split(separator: "/").last.map(String.init) ?? WidgetRenderer.standardKind : WidgetRenderer.standardKind
    }

    static func parent(_ path: String) -> String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }

    /// The absolute path, without `.`, `..` and a trailing slash.
    static func path(_ word: String, in context: CommandContext) -> String { URL(filePath: context.path(word)).standardized.path }
}
