import FoundationEssentials
import SubdialSystem

/// The files in a folder.
enum FileTree {
    /// Folders with code and products of others, which are not searched.
    private static let skipped: Set = ["Pods", "Carthage", "DerivedData", "node_modules", "build"]
    /// Folders that count as one file.
    private static let packages: Set = [
        "xcassets", "lproj", "xcdatamodeld", "xcdatamodel", "bundle", "docc", "framework", "xcframework", "playground",
    ]
    private static let maximumDepth = 24
    private static let maximumCount = 100_000

    /// The paths of all files below a folder, and of the folders that count as files, in the order of their names.
    ///
    /// Hidden files and folders are left out, packages of an earlier run, and folders that are links, which may lead to themselves.
    static func files(below folder: String) -> [String] {
        var found: [String] = []
        visit(folder, depth: 0) { path, isFolder in
            let isPackage = isFolder && packages.contains(path.pathExtension)
            if isPackage || !isFolder { found.append(path) }
            return !isPackage && found.count < maximumCount
        }
        return found
    }

    /// The `.xcodeproj` folders in a folder and below.
    static func projects(below folder: String) -> [String] {
        var found: [String] = []
        visit(folder, depth: 0) { path, isFolder in
            guard isFolder else { return false }
            if path.pathExtension == "xcodeproj" { found.append(path) }
            return !["xcodeproj", "xcworkspace"].contains(path.pathExtension) && !packages.contains(path.pathExtension)
        }
        return found
    }

    /// - Parameter enter: Receives a path, and if it is a folder; returns true to visit what is in that folder.
    private static func visit(_ folder: String, depth: Int, _ enter: (String, Bool) -> Bool) {
        guard depth < maximumDepth else { return }
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() where !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            if isFolder, skipped.contains(name) || isLink(path) || isAdopted(path) { continue }
            if enter(path, isFolder), isFolder { visit(path, depth: depth + 1, enter) }
        }
    }

    private static func isAdopted(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(PackageWriter.recordName)")
    }

    private static func isLink(_ path: String) -> Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil }
}

extension String {
    /// What stands behind the last point of the last component; empty if there is none.
    var pathExtension: String {
        let name = fileName
        return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
    }

    /// The last component of a path.
    var fileName: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }

    /// The folder of a path.
    var folder: String { lastIndex(of: "/").map { $0 == startIndex ? "/" : String(self[..<$0]) } ?? "." }

    /// The path from a folder to this one; both are absolute, without `..`.
    package func relativePath(from folder: String) -> String {
        let own = split(separator: "/")
        let other = folder.split(separator: "/")
        let common = zip(own, other).prefix { $0 == $1 }.count
        let parts = Array(repeating: "..", count: other.count - common) + own.dropFirst(common).map(String.init)
        return parts.isEmpty ? "." : parts.joined(separator: "/")
    }
}
