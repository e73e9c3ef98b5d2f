import Glibc
import SubdialBasics
import SubdialDocuments
import SubdialSystem

/// Writes a package, and on a later run what has changed of it: what others have changed meanwhile stays.
///
/// A record in the package has the hash of each file as it was written. A file with another hash has been changed by its user.
package struct PackageWriter {
    /// What happened to a path.
    package enum Outcome: String, Sendable {
        case written, unchanged, removed
        /// It is not as it was written, and stays.
        case kept
    }

    /// The name of the record.
    static let recordName = ".adopted.json"
    /// The maximum size of a record, in bytes.
    private static let maximumSize = 8 << 20

    private let package: AdoptedPackage
    private let replacesAll: Bool
    /// The hash of each file, and the target of each link, as they were written.
    private let known: (files: [String: String], links: [String: String])

    /// - Parameter replacesAll: True to replace also what others have written or changed.
    /// - Throws: ``AdoptionError`` if there is something else at the package's paths.
    package init(_ package: AdoptedPackage, replacesAll: Bool) throws(AdoptionError) {
        (self.package, self.replacesAll) = (package, replacesAll)
        known = Self.record(of: package.folder)
        guard !replacesAll else { return }
        for (path, text) in package.files.sorted(by: { $0.key < $1.key }) where known.files[path] == nil {
            if let held = contents(path), held != Array(text.utf8) { throw obstacle(path) }
        }
        for path in package.links.keys.sorted() where known.links[path] == nil {
            if Self.exists(full(path)), Self.target(ofLink: full(path)) != package.links[path] { throw obstacle(path) }
        }
    }

    private func obstacle(_ path: String) -> AdoptionError {
        AdoptionError(
            .cannotWrite,
            "\(full(path)) is there already, and not written by this command: name another folder with --output, or use --force"
        )
    }

    /// Writes the package.
    ///
    /// - Returns: What happened, in the order of the paths.
    package func write() throws(WriteError) -> [(path: String, outcome: Outcome)] {
        var outcomes: [(path: String, outcome: Outcome)] = []
        var (files, links): ([String: String], [String: String]) = ([:], [:])
        for (path, text) in package.files.sorted(by: { $0.key < $1.key }) {
            let isKept = isChanged(path) && contents(path) != Array(text.utf8)
            // The record is that of the last text that was written, so that later runs find the change too.
            files[path] = isKept ? known.files[path] : WideHash(text).text
            if isKept {
                outcomes.append((path, .kept))
            } else {
                // A link in the place of a file would lead out of the package.
                let isWritten = try AtomicFile.write(Array(text.utf8), to: full(path), followsLinks: false)
                outcomes.append((path, isWritten ? .written : .unchanged))
            }
        }
        for (path, target) in package.links.sorted(by: { $0.key < $1.key }) {
            let outcome = try writeLink(path, target)
            links[path] = outcome == .kept ? known.links[path] : target
            outcomes.append((path, outcome))
        }
        outcomes += try removeOld()
        let record: JSONValue = ["version": 1, "files": Self.object(files), "links": Self.object(links)]
        try AtomicFile.write(Array((record.text(indented: true) + "\n").utf8), to: full(Self.recordName))
        return outcomes.sorted { $0.path < $1.path }
    }

    private func full(_ path: String) -> String { "\(package.folder)/\(path)".plainPath }

    private func contents(_ path: String) -> [UInt8]? { try? InputFile.bytes(at: full(path), limit: Self.maximumSize, accepting: .regular) }

    /// True for a file that is not as it was written; false for one that is gone.
    private func isChanged(_ path: String) -> Bool {
        guard !replacesAll, let held = contents(path) else { return false }
        return known.files[path] != WideHash(held).text
    }

    private func writeLink(_ path: String, _ target: String) throws(WriteError) -> Outcome {
        let place = full(path)
        if Self.exists(place) {
            let present = Self.target(ofLink: place)
            if present == target { return .unchanged }
            guard replacesAll || (present != nil && present == known.links[path]) else { return .kept }
        }
        try AtomicFile.makeFolder(place.folder)
        let draft = "\(place.folder)/.\(place.fileName.prefix(80)).\(getpid()).new"
        unlink(draft)
        guard symlink(target, draft) == 0, rename(draft, place) == 0 else {
            let reason = SystemError.last.description
            unlink(draft)
            throw WriteError(path: place, reason: reason)
        }
        return .written
    }

    /// Removes what an earlier run has written and this one has not, unless it has been changed.
    private func removeOld() throws(WriteError) -> [(path: String, outcome: Outcome)] {
        var outcomes: [(path: String, outcome: Outcome)] = []
        let files = known.files.filter { package.files[$0.key] == nil }.keys.filter { contents($0) != nil && !isChanged($0) }
        let links = known.links.filter { package.links[$0.key] == nil && Self.target(ofLink: full($0.key)) == $0.value }.keys
        for path in (files + links).sorted() where Self.isInside(path) {
            guard unlink(full(path)) == 0 || errno == ENOENT else {
                throw WriteError(path: full(path), reason: SystemError.last.description)
            }
            // A folder with other files stays.
            var folder = path.folder
            while folder != ".", rmdir(full(folder)) == 0 { folder = folder.folder }
            outcomes.append((path, .removed))
        }
        return outcomes
    }

    /// A record is a file of the package, which anyone may have written: nothing elsewhere is removed.
    private static func isInside(_ path: String) -> Bool {
        !path.hasPrefix("/") && path.split(separator: "/").allSatisfy { $0 != ".." }
    }

    private static func record(of folder: String) -> (files: [String: String], links: [String: String]) {
        guard let bytes = try? InputFile.bytes(at: "\(folder)/\(recordName)", limit: maximumSize, accepting: .regular),
            let record = try? JSONValue(parsing: bytes), record["version"]?.number == 1
        else { return ([:], [:]) }
        func texts(_ key: String) -> [String: String] {
            guard case .object(let members)? = record[key] else { return [:] }
            return Dictionary(members.compactMap { member in member.value.string.map { (member.key, $0) } }) { $1 }
        }
        return (texts("files"), texts("links"))
    }

    private static func object(_ texts: [String: String]) -> JSONValue {
        .object(texts.sorted { $0.key < $1.key }.map { JSONMember($0.key, .string($0.value)) })
    }

    /// True if there is anything at the path, also a link to nothing.
    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The target of a symbolic link; nil if there is none at the path.
    private static func target(ofLink path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &target, Int(PATH_MAX))
        guard count >= 0 else { return nil }
        return String(decoding: target.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
