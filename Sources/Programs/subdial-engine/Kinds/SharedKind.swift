import Glibc
import SubdialArchives
import SubdialBasics
import SubdialEngine
import SubdialKinds
import SubdialSystem

/// The files of a kind that somebody shares: of a folder, of an archive, or of an archive at an address.
struct SharedKind {
    private static let limits = ArchiveLimits()

    /// The files, with paths below the folder of the kind; those whose name begins with a dot are left out.
    let files: [ArchiveFile]
    /// The name that the kind has at its origin.
    let name: String

    /// Reads the files from where the user says.
    ///
    /// - Parameter origin: A folder, the path of an archive, or the address of one.
    /// - Throws: ``CommandFailure`` with the problem.
    init(_ origin: String, allowsHTTP: Bool, in context: CommandContext) async throws {
        if origin.hasPrefix("https://") || origin.hasPrefix("http://") {
            let bytes = try await KindDownload.bytes(at: origin, allowsHTTP: allowsHTTP)
            // The scheme and the host are the first two parts.
            let parts = origin.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
            try self.init(archive: bytes, named: parts.dropFirst(2).last.map(String.init) ?? "", origin)
            return
        }
        let path = context.path(origin)
        var status = stat()
        guard stat(path, &status) == 0 else { throw CommandFailure(.missingInput, "\(origin): there is no such folder or archive") }
        if status.st_mode & S_IFMT == S_IFDIR {
            try self.init(folder: path, origin)
        } else {
            try self.init(archive: try Self.bytes(of: path, origin), named: Self.lastPart(of: path), origin)
        }
    }

    private init(archive bytes: [UInt8], named file: String, _ origin: String) throws(CommandFailure) {
        let archive: Archive
        do throws(ArchiveError) { archive = try Archive(bytes, limits: Self.limits) } catch {
            throw CommandFailure(.badData, "\(origin): \(error)")
        }
        let known = [".tar.gz", ".tgz", ".tar", ".zip"].first { file.lowercased().hasSuffix($0) }
        try self.init(archive.files, named: known.map { String(file.dropLast($0.count)) } ?? file, origin)
    }

    private init(folder path: String, _ origin: String) throws(CommandFailure) {
        do throws(ReadError) {
            let folder = try ConfinedFolder(path)
            // Another folder, such as that of all kinds, may be large.
            guard folder.has(ConfinedPath(known: "kind.yaml")) else { throw .wrongKind(reason: "there is no kind.yaml in it") }
            var reader = SharedFolder(folder, Self.limits)
            try reader.read()
            guard let resolved = realpath(path, nil) else { throw .missing }
            defer { free(resolved) }
            (files, name) = (reader.files, Self.lastPart(of: String(cString: resolved)))
        } catch {
            throw CommandFailure(.badData, "\(origin): \(error.reason)")
        }
    }

    /// Finds the only kind among the files of an archive: at its root, or in a folder, as archives of repositories have it.
    private init(_ all: [ArchiveFile], named archive: String, _ origin: String) throws(CommandFailure) {
        let visible = all.filter { file in !file.path.parts.contains { $0.hasPrefix(".") || $0 == "__MACOSX" } }
        let kinds = visible.filter { $0.path.name == "kind.yaml" }
        guard let depth = kinds.map(\.path.parts.count).min() else {
            throw CommandFailure(.badData, "\(origin): there is no kind.yaml in it")
        }
        let highest = kinds.filter { $0.path.parts.count == depth }
        guard highest.count == 1, let file = highest.first else {
            let names = highest.map { $0.path.parts.dropLast().joined(separator: "/") }.sorted().joined(separator: ", ")
            throw CommandFailure(.badData, "\(origin): there are several kinds in it; unpack it, and add one of the folders \(names)")
        }
        let folder = Array(file.path.parts.dropLast())
        files = visible.filter { $0.path.parts.starts(with: folder) }.compactMap { file in
            guard let path = try? ConfinedPath(file.path.parts.dropFirst(folder.count).joined(separator: "/")) else { return nil }
            return ArchiveFile(path, file.bytes, isExecutable: file.isExecutable)
        }
        name = folder.last ?? archive
    }

    private static func bytes(of path: String, _ origin: String) throws(CommandFailure) -> [UInt8] {
        do throws(ReadError) {
            return try InputFile.bytes(at: path, limit: KindDownload.maximumBytes, accepting: .regular)
        } catch {
            throw CommandFailure(.badData, "\(origin): \(error.reason)")
        }
    }

    private static func lastPart(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}

/// Reads the files of a folder without following links.
private struct SharedFolder {
    private static let maximumDepth = 16

    private let folder: ConfinedFolder
    private let limits: ArchiveLimits
    private(set) var files: [ArchiveFile] = []
    private var total = 0

    init(_ folder: ConfinedFolder, _ limits: ArchiveLimits) {
        self.folder = folder
        self.limits = limits
    }

    /// - Throws: `ReadError` for a link, for what is no regular file, and for more than the limits permit.
    mutating func read() throws(ReadError) { try read(folder.names, below: "", depth: 0) }

    private mutating func read(_ names: [String], below prefix: String, depth: Int) throws(ReadError) {
        guard depth < Self.maximumDepth else { throw .wrongKind(reason: "its folders are nested too deeply") }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path: ConfinedPath
            do throws(ConfinedPathError) { path = try ConfinedPath(prefix + name) } catch {
                throw .wrongKind(reason: "the path '\(prefix)\(name)' is refused: \(error)")
            }
            guard files.count < limits.entries else { throw .wrongKind(reason: "it has more than \(limits.entries) files") }
            if let inner = self.names(of: path) {
                try read(inner, below: "\(path)/", depth: depth + 1)
                continue
            }
            do throws(ReadError) {
                let file = try folder.file(at: path)
                var status = stat()
                guard fstat(file.raw, &status) == 0 else { throw .unreadable(reason: SystemError.last.description) }
                let bytes = try InputFile.bytes(of: file, limit: limits.bytes - total, accepting: .regular)
                total += bytes.count
                files.append(ArchiveFile(path, bytes, isExecutable: status.st_mode & S_IXUSR != 0))
            } catch {
                if case .tooLong = error { throw .wrongKind(reason: "its files have more than \(limits.bytes >> 20) MiB") }
                throw .wrongKind(reason: "'\(path)': \(error.reason)")
            }
        }
    }

    /// The names in a folder; nil if the path leads to none.
    private func names(of path: ConfinedPath) -> [String]? {
        guard let inner = try? ConfinedPath("\(path)/x"), let open = try? folder.parent(of: inner, isMade: false) else { return nil }
        return ConfinedFolder.names(in: open.raw)
    }
}
