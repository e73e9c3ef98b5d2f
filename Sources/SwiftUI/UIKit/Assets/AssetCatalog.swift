internal import Foundation
import SubdialBasics

/// The sets of a catalog, a folder `NAME.xcassets`, by their names.
struct AssetCatalog: Sendable {
    /// The kinds of sets that are read, by the extension of their folders.
    enum Kind: String, CaseIterable, Sendable { case imageset, colorset, symbolset, dataset, appiconset }

    /// A set's folder by kind and name; the names in a folder with a namespace begin with that of the folder: `Icons/sun`.
    private(set) var sets: [Kind: [String: URL]] = [:]

    /// More nested folders than any catalog has.
    private static let mostLevels = 16

    init(_ folder: URL) { add(folder, prefix: "", depth: 0) }

    private mutating func add(_ folder: URL, prefix: String, depth: Int) {
        guard depth < Self.mostLevels else { return }
        let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        for child in found.sorted(by: { $0.path < $1.path }) {
            let name = child.deletingPathExtension().lastPathComponent
            if let kind = Kind(rawValue: child.pathExtension) {
                if sets[kind]?[prefix + name] == nil { sets[kind, default: [:]][prefix + name] = child }
            } else if Self.isFolder(child), child.pathExtension.isEmpty || !child.pathExtension.hasSuffix("set") {
                let contents: GroupContents? = Self.contents(of: child)
                let isNamespace = contents?.properties?.providesNamespace ?? false
                add(child, prefix: isNamespace ? "\(prefix)\(child.lastPathComponent)/" : prefix, depth: depth + 1)
            }
        }
    }

    /// The catalogs in a folder and in the folders inside, to three levels.
    static func folders(in folder: URL, depth: Int = 0) -> [URL] {
        if folder.pathExtension == "xcassets" { return [folder] }
        guard depth < 3 else { return [] }
        let found = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return found.sorted { $0.path < $1.path }.filter(isFolder).flatMap { folders(in: $0, depth: depth + 1) }
    }

    /// The contents of a set or a group; nil if the file is missing or wrong.
    static func contents<Contents: Decodable>(of folder: URL) -> Contents? {
        guard let data = AssetFile.data(folder.appendingPathComponent("Contents.json"), limit: 1 << 22) else { return nil }
        return try? JSONDecoder().decode(Contents.self, from: data)
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue
    }
}

private struct GroupContents: Decodable {
    struct Properties: Decodable {
        var providesNamespace: Bool?

        private enum CodingKeys: String, CodingKey { case providesNamespace = "provides-namespace" }
    }

    var properties: Properties?
}

/// The files of catalogs.
enum AssetFile {
    /// The contents of a file of at most `limit` bytes; nil if there is none, or a larger one.
    static func data(_ url: URL, limit: Int = 1 << 26) -> Data? {
        guard let values = try? FileManager.default.attributesOfItem(atPath: url.path), (values[.size] as? Int ?? .max) <= limit else {
            return nil
        }
        return try? Data(contentsOf: url)
    }

    /// A file that a set names, which stands in the set's folder.
    static func url(_ name: String, in folder: URL) -> URL? {
        guard !name.isEmpty, !name.contains("/"), name != ".." else { return nil }
        return folder.appendingPathComponent(name)
    }
}
