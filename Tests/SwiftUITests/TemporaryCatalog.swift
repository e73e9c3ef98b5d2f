import Foundation
import SubdialUIKit

/// A catalog in a temporary folder that belongs to the main bundle, as long as the value lives.
final class TemporaryCatalog {
    let folder: URL
    private var catalog: URL { folder.appendingPathComponent("Assets.xcassets") }

    /// Creates the catalog with the sets that `build` adds.
    init(_ build: (TemporaryCatalog) throws -> Void) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // What is asked is read at once and kept, so that the folder belongs to the bundle when it is complete.
        try build(self)
        ResourceFolders.add(folder)
    }

    deinit {
        ResourceFolders.remove(folder)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a set's or a group's `Contents.json` and its files; quotes in `json` can be single ones.
    func add(_ set: String, _ json: String, files: [String: [UInt8]] = [:]) throws {
        let folder = catalog.appendingPathComponent(set)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(json.replacingOccurrences(of: "'", with: "\"").utf8).write(to: folder.appendingPathComponent("Contents.json"))
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
    }
}
