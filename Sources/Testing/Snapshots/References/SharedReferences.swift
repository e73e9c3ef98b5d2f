import FoundationEssentials
import SubdialBasics
import SubdialDocuments
import SubdialExpressions
import SubdialSystem
import SubdialTemplates
import SubdialWidgets

/// The owners of a folder of references: other suites, and Swift tests, may have theirs in it too.
///
/// A reference is obsolete only if no owner has a snapshot of its name. Owners are found as files, and not recorded, so that references of
/// earlier versions, and suites that were renamed, need nothing.
package struct SharedReferences {
    /// What is known of obsolete references.
    package enum Obsolete: Sendable {
        /// Their names.
        case names([String])
        /// They are not known, for this reason.
        case unknown(String)
    }

    /// The maximum number of files and folders among which suites are searched.
    private static let maximumEntries = 200_000
    /// The names of folders in which no suites are searched: their files belong to programs.
    private static let excluded: Set = [".git", ".build", "node_modules"]

    private let suite: SnapshotSuite
    private let folder: ReferenceFolder
    private let ids: Set<String>
    private let resources: ResourceFolder
    private let workingFolder: String

    /// Makes the owners of a suite's references.
    ///
    /// - Parameters:
    ///   - ids: The names of the suite's own snapshots.
    ///   - workingFolder: The current folder; other suites are searched in it too, if the suite is below it.
    package init(
        _ suite: SnapshotSuite, _ folder: ReferenceFolder, keeping ids: Set<String>, _ resources: ResourceFolder, workingFolder: String
    ) {
        (self.suite, self.folder, self.ids) = (suite, folder, ids)
        (self.resources, self.workingFolder) = (resources, workingFolder)
    }

    /// The references without a snapshot, in this suite or in another one.
    package var obsolete: Obsolete {
        // Others are only searched if there is something to find.
        let own = folder.obsolete(keeping: ids).filter { !isOfTest($0) }
        guard !own.isEmpty, let place = ConfinedFolder.place(of: folder.path, within: "/") else { return .names([]) }
        do throws(SnapshotError) {
            var rest = own
            for other in try others(of: place) {
                guard let names = try other.names(in: place, folder, resources) else { continue }
                rest.removeAll { names($0) }
            }
            return .names(rest)
        } catch {
            return .unknown("\(error)")
        }
    }

    /// True for a reference that a Swift test has, whose file is beside the folder `__Snapshots__`.
    private func isOfTest(_ id: String) -> Bool {
        let parts = "\(folder.path)/\(id)".split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let index = parts.lastIndex(of: "__Snapshots__"), index + 1 < parts.count,
            let folder = try? ConfinedFolder(parts[..<index].joined(separator: "/"))
        else { return false }
        return folder.names.contains { $0.hasSuffix(".swift") && $0.prefix { $0 != "." } == parts[index + 1] }
    }

    /// The other suites whose references may be in the folder at `place`.
    private func others(of place: String) throws(SnapshotError) -> [OtherSuite] {
        guard let own = ConfinedFolder.place(of: suite.path, within: "/") else { return [] }
        var left = Self.maximumEntries
        var found: [OtherSuite] = []
        for root in roots(own, place) {
            var folders = [root]
            while let next = folders.popLast() {
                guard let folder = try? ConfinedFolder(next) else { continue }
                for name in folder.names.sorted() {
                    left -= 1
                    guard left > 0 else {
                        throw .suite(path: root, reason: "there are too many files in it to search it for suites with the same references")
                    }
                    let path = next == "/" ? "/\(name)" : "\(next)/\(name)"
                    if name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
                        if path != own, let other = OtherSuite(path) { found.append(other) }
                    } else if !Self.excluded.contains(name), path != place, Self.isFolder(path) {
                        folders.append(path)
                    }
                }
            }
        }
        return found
    }

    /// The folders in which suites are searched: that of the repository, or else those of the suite, of its references and the current one.
    private func roots(_ own: String, _ place: String) -> [String] {
        var common = own.folder
        while !place.isBelow(common) { common = common.folder }
        if let repository = common.withAncestors.first(where: { FileManager.default.fileExists(atPath: "\($0)/.git") }) {
            return [repository]
        }
        // The whole machine is no place of suites.
        guard common != "/" else { return [own.folder, place.folder] }
        guard let current = ConfinedFolder.place(of: workingFolder, within: "/"), current != "/", common.isBelow(current) else {
            return [common]
        }
        return [current]
    }

    private static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType == .typeDirectory
    }
}

/// A file that is, or may be, another suite.
private struct OtherSuite {
    private let path: String
    private let content: Result<SnapshotSuite, SnapshotError>

    /// Reads a file; nil for one that is too large for a suite.
    init?(_ path: String) {
        guard let file = FileVersion(path: path), file.size <= SnapshotSuite.maximumBytes else { return nil }
        self.path = path
        content = Result { () throws(SnapshotError) in try SnapshotSuite(path: path) }
    }

    /// True for the names, relative to the folder at `place`, of references that the suite has; nil if it has none there.
    ///
    /// - Throws: The error of a suite that cannot be read.
    func names(
        in place: String, _ folder: ReferenceFolder, _ resources: ResourceFolder
    ) throws(SnapshotError) -> ((String) -> Bool)? {
        let suite: SnapshotSuite
        do throws(SnapshotError) {
            suite = try content.get()
        } catch {
            guard possibleFolders.contains(where: { Self.place(of: $0, with: place) != nil }) else { return nil }
            throw unreadable("\(error)")
        }
        guard let own = Self.place(of: suite.referenceFolder, with: place) else { return nil }
        let specs: [SnapshotSpec]
        do { specs = try suite.snapshots(with: resources) } catch { throw unreadable("\(error)") }
        var references = ReferenceFolder(path: own, platforms: folder.platforms, platform: folder.platform)
        references.formerIDs = Dictionary(specs.compactMap { spec in spec.formerID.map { (spec.id, $0) } }) { first, _ in first }
        let obsolete = Set(references.obsolete(keeping: Set(specs.map(\.id))))
        return { name in
            let path = "\(place)/\(name)"
            return path.isBelow(own) && !obsolete.contains(String(path.dropFirst(own.count + 1)))
        }
    }

    /// The resolved path of a folder that contains the one at `place`, or that is in it; nil for any other.
    private static func place(of folder: String, with place: String) -> String? {
        ConfinedFolder.place(of: folder, within: "/").flatMap { $0.isBelow(place) || place.isBelow($0) ? $0 : nil }
    }

    /// The keys of suites, of which a file of another kind has none.
    private static let keys = ["references", "cases", "entries", "templates", "kinds"]

    /// The folders in which a file may have references that cannot be read as a suite; none for a file of another kind.
    private var possibleFolders: [String] {
        // What cannot be opened or understood may be any suite, with references anywhere.
        guard let data = FileManager.default.contents(atPath: path) else { return ["/"] }
        let text = String(decoding: data, as: UTF8.self)
        let written: [String]
        if let json = try? YAMLDocument.json(text, file: path) {
            let isSuite = Self.keys.contains { key in
                switch (key, json[key]) {
                case (_, nil), ("references", .array), ("references", .object), ("templates", .string): false
                // The templates of a configuration are one folder, and other files have lists of references.
                default: true
                }
            }
            guard isSuite else { return [] }
            written = json["references"].map { [$0.string ?? ""] } ?? []
        } else {
            // A merge conflict has the lines of both sides. Where only references are, and no folder, they are those of another kind of file.
            let found = Self.values(of: "references", in: text)
            let hasSnapshots = Self.keys.dropFirst().contains { !Self.values(of: $0, in: text).isEmpty }
            written = hasSnapshots ? found : found.filter { !$0.isEmpty }
            guard hasSnapshots || !written.isEmpty else { return [] }
        }
        return (written.isEmpty ? [SnapshotSuite.defaultReferences] : written).map { folder in
            folder.isEmpty || folder.hasPrefix("/") ? "/\(folder.drop { $0 == "/" })" : "\(path.folder)/\(folder)"
        }
    }

    /// The values of a key at any place of a text that is no YAML; empty for one that is not written plainly behind it.
    private static func values(of key: String, in text: String) -> [String] {
        var values: [String] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var rest = line
            while let range = rest.firstRange(of: key) {
                let isKey = !(rest[..<range.lowerBound].last.map { $0.isLetter || $0.isNumber || "-_.".contains($0) } ?? false)
                rest = rest[range.upperBound...].drop { $0.isWhitespace || "\"'".contains($0) }
                guard isKey, rest.first == ":" else { continue }
                let value = rest.dropFirst()
                let isPlain = !value.contains("\\") && !(value.first { !$0.isWhitespace }.map { ">|&*!#".contains($0) } ?? true)
                // A comma is a part of the value, or its end.
                let ends = isPlain ? [value.firstIndex { "#,}]".contains($0) }, value.endIndex] : [value.startIndex]
                values += ends.compactMap(\.self).map { String(value[..<$0].filter { !"\"'{".contains($0) }).trimmed() }
            }
        }
        return values
    }

    private func unreadable(_ reason: String) -> SnapshotError {
        .suite(path: path, reason: "it may have references in the same folder, and its snapshots are not known: \(reason)")
    }
}

extension String {
    /// The folder of an absolute path.
    fileprivate var folder: String {
        let parent = self[..<(lastIndex(of: "/") ?? startIndex)]
        return parent.isEmpty ? "/" : String(parent)
    }

    /// The folder and those above it, the innermost first.
    fileprivate var withAncestors: [String] { self == "/" ? [self] : [self] + folder.withAncestors }

    /// True for the folder itself, and for what is in it.
    fileprivate func isBelow(_ folder: String) -> Bool { self == folder || utf8.starts(with: (folder == "/" ? folder : folder + "/").utf8) }
}
