import FoundationEssentials
import SubdialDrawing
import SubdialSystem

/// The reference files of a suite.
///
/// A widget has a picture and two texts, lines and timelines have a text, and platforms that draw differently can have their own files.
package struct ReferenceFolder: Hashable, Sendable {
    /// The folder.
    package let path: String
    /// The platform names with which references of this platform are searched, most specific first: `linux-x86_64`, `linux`.
    package let platforms: [String]
    /// The platform name with which references are written; nil for references of all platforms.
    package let platform: String?

    /// The former names of snapshots, by current name: a reference is searched under both.
    package var formerIDs: [String: String] = [:]
    /// The pictures of the suite's store on this machine; nil if the pictures are beside the texts.
    package var cache: PictureCache?

    /// The file extensions of a snapshot's files.
    static let endings: [SnapshotLevel: String] = [
        .tree: "tree.txt", .layout: "layout.txt", .picture: "png", .line: "line.txt", .timeline: "timeline.txt",
    ]
    /// The extension of the file that names a picture in a store.
    static let storedEnding = "picture.txt"
    /// All extensions of references.
    private static let allEndings = endings.values + [storedEnding]

    /// The level of a file, by its extension.
    static func level(ofFile name: String) -> SnapshotLevel { endings.first { name.hasSuffix(".\($0.value)") }?.key ?? .picture }

    /// Makes the references in a folder.
    package init(path: String, platforms: [String], platform: String? = nil) {
        self.path = path
        self.platforms = platforms
        self.platform = platform
    }

    /// True for a word that can be the name of a platform in the names of files.
    package static func isPlatform(_ word: String) -> Bool {
        (1...64).contains(word.utf8.count) && word.isSafeInLine && !word.utf8.contains { "/@.".utf8.contains($0) }
    }

    /// The path of the reference file for this platform; nil if there is none.
    func file(_ id: String, _ level: SnapshotLevel) -> String? { existingName(id, level).map { "\(path)/\($0)" } }

    private func existingName(_ id: String, _ level: SnapshotLevel) -> String? {
        // A picture in a store comes before one that an earlier recording has left.
        let endings = (level == .picture ? [Self.storedEnding] : []) + [Self.endings[level] ?? ""]
        let names = [id, formerIDs[id]].compactMap { $0 }
            .flatMap { id in platforms.map { "\(id)@\($0)" } + [id] }
            .flatMap { name in endings.map { "\(name).\($0)" } }
        return names.first { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
    }

    /// The path to which a reference is written.
    func place(_ id: String, _ level: SnapshotLevel) -> String { "\(path)/\(name(id, level))" }

    private func name(_ id: String, _ level: SnapshotLevel) -> String {
        let ending = level == .picture && cache != nil ? Self.storedEnding : Self.endings[level] ?? ""
        return "\(id)\(platform.map { "@\($0)" } ?? "").\(ending)"
    }

    /// Writes a reference.
    ///
    /// - Parameter replacesUsed: True to replace the file that is used now, unless a platform is named.
    func write(_ bytes: [UInt8], _ id: String, _ level: SnapshotLevel, replacesUsed: Bool = false) throws(WriteError) {
        let used = replacesUsed && platform == nil ? existingName(id, level) : nil
        guard level == .picture else { return try write(bytes, to: used ?? name(id, level)) }
        // The same name, with the extension that the suite's pictures have now.
        let base = (used ?? name(id, level)).droppingEnding(of: [Self.storedEnding, "png"])
        let (stored, plain) = ("\(base).\(Self.storedEnding)", "\(base).png")
        if let cache {
            let picture = StoredPicture(of: bytes)
            try cache.storeToSend(bytes, of: picture)
            try write(Array(picture.text.utf8), to: stored)
        } else {
            try write(bytes, to: plain)
        }
        let other = cache == nil ? stored : plain
        guard FileManager.default.fileExists(atPath: "\(path)/\(other)") else { return }
        try ConfinedFolder(making: path).remove(try confined(other))
    }

    /// Writes a reference, or another file beside references.
    ///
    /// A symbolic link is replaced: the file that it leads to may be no reference. A link to a folder is not followed.
    func write(_ bytes: [UInt8], to name: String) throws(WriteError) {
        try ConfinedFolder(making: path).write(bytes, to: try confined(name))
    }

    private func confined(_ name: String) throws(WriteError) -> ConfinedPath {
        do throws(ConfinedPathError) { return try ConfinedPath(name) } catch {
            throw WriteError(path: "\(path)/\(name)", reason: "\(error)")
        }
    }

    /// The names of references without a snapshot: of this platform, and of all.
    ///
    /// A former name whose files all exist under the current name belongs to no snapshot either.
    package func obsolete(keeping ids: Set<String>) -> [String] {
        let files = files
        let former = formerNames(among: files)
        return Set(files.filter { !ids.contains($0.id) && !former.contains($0.id) }.map(\.id)).sorted()
    }

    /// True if references are used under former names of their snapshots.
    package var usesFormerNames: Bool { !formerIDs.isEmpty && !formerNames(among: files).isEmpty }

    /// The former names of which a file is used, because there is none of the current name.
    private func formerNames(among files: [(path: String, id: String)]) -> Set<String> {
        let paths = Set(files.map(\.path))
        let current = Dictionary(formerIDs.map { ($1, $0) }) { first, _ in first }
        return Set(
            files.compactMap { path, former in
                guard let id = current[former] else { return nil }
                return paths.contains(id + path.dropFirst(former.count)) ? nil : former
            })
    }

    /// Renames references to the current names of their snapshots, if no file of that name exists.
    ///
    /// - Parameter only: The current name of the only snapshot to rename; nil for all.
    /// - Throws: An error if a file cannot be renamed.
    package func renameFormer(_ only: String? = nil) throws(WriteError) {
        let endings = ([""] + platforms.map { "@\($0)" }).flatMap { platform in Self.allEndings.map { "\(platform).\($0)" } }
        for (id, former) in formerIDs where only == nil || only == id {
            for ending in endings where FileManager.default.fileExists(atPath: "\(path)/\(former)\(ending)") {
                let target = "\(path)/\(id)\(ending)"
                guard !FileManager.default.fileExists(atPath: target) else { continue }
                try ConfinedFolder(making: path).move(try confined("\(former)\(ending)"), to: try confined("\(id)\(ending)"))
            }
        }
    }

    /// Removes the references of a name, of this platform and of all.
    package func remove(_ id: String) throws(WriteError) {
        for file in files where file.id == id { try ConfinedFolder(making: path).remove(try confined(file.path)) }
    }

    /// All reference files of this platform and of all; those of other platforms are skipped.
    private var files: [(path: String, id: String)] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).compactMap { file in
            guard let ending = Self.allEndings.first(where: { file.hasSuffix(".\($0)") }) else { return nil }
            let parts = file.dropLast(ending.count + 1).split(separator: "@", maxSplits: 1).map(String.init)
            guard let id = parts.first, parts.count == 1 || platforms.contains(parts[1]) else { return nil }
            return (file, id)
        }
    }
}

extension String {
    fileprivate func droppingEnding(of endings: [String]) -> String {
        endings.first { hasSuffix(".\($0)") }.map { String(dropLast($0.count + 1)) } ?? self
    }
}

extension ReferenceFolder {
    /// The platform names of this machine, most specific first.
    package static var currentPlatforms: [String] {
        #if arch(x86_64)
            let architecture = "x86_64"
        #elseif arch(arm64)
            let architecture = "arm64"
        #else
            let architecture = "other"
        #endif
        return ["linux-\(architecture)", "linux"]
    }
}
