import SubdialSystem

/// A file of an archive.
package struct ArchiveFile: Hashable, Sendable {
    /// The path below the archive's root.
    package var path: ConfinedPath
    /// The contents.
    package var bytes: [UInt8]
    /// True if its owner may execute it.
    package var isExecutable: Bool

    /// Makes a file.
    package init(_ path: ConfinedPath, _ bytes: [UInt8], isExecutable: Bool = false) {
        self.path = path
        self.bytes = bytes
        self.isExecutable = isExecutable
    }
}

/// The limits of an archive of others.
package struct ArchiveLimits: Hashable, Sendable {
    /// The maximum size of all files together, in bytes.
    package var bytes: Int
    /// The maximum number of files and folders.
    package var entries: Int
    /// The maximum ratio of the size of all files to that of the archive, from a megabyte on.
    package var ratio: Int

    /// Makes limits, by default those of a folder with texts and a few pictures.
    package init(bytes: Int = 16 << 20, entries: Int = 500, ratio: Int = 100) {
        self.bytes = bytes
        self.entries = entries
        self.ratio = ratio
    }
}

/// The files of an archive, as bytes: a tar file, also compressed by gzip, or a zip file.
///
/// An archive is refused as a whole if it has a link, a device, a path that leads out of its folder, or more than its limits permit.
package struct Archive: Sendable {
    /// The regular files, in the order of the archive.
    package let files: [ArchiveFile]

    /// Reads an archive, whose format its first bytes tell.
    ///
    /// - Throws: ``ArchiveError`` with the first problem.
    package init(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits()) throws(ArchiveError) {
        let entries: [ArchiveEntry]
        if bytes.starts(with: [0x1F, 0x8B]) {
            entries = try TarReader(Inflater.gunzipped(bytes, limit: limits.bytes), limits).entries()
        } else if bytes.starts(with: [0x50, 0x4B]) {
            entries = try ZipReader(bytes, limits).entries()
        } else if TarReader.isTar(bytes) {
            entries = try TarReader(bytes, limits).entries()
        } else {
            throw .unknownFormat
        }
        let total = entries.reduce(0) { $0 + $1.bytes.count }
        guard total < 1 << 20 || total / limits.ratio <= bytes.count else { throw .ratio(limits.ratio) }
        try Self.checkPlaces(of: entries)
        files = entries.filter { !$0.isFolder }.map { ArchiveFile($0.path, $0.bytes, isExecutable: $0.isExecutable) }
    }

    /// Checks that no file is there twice or is also a folder.
    private static func checkPlaces(of entries: [ArchiveEntry]) throws(ArchiveError) {
        var paths: Set<ConfinedPath> = []
        for entry in entries where !entry.isFolder {
            guard paths.insert(entry.path).inserted else { throw .entry("\(entry.path)", "it is there twice") }
        }
        for entry in entries {
            let folders = entry.isFolder ? [entry.path] + entry.path.folders : entry.path.folders
            if let folder = folders.first(where: paths.contains) { throw .entry("\(folder)", "it is both a file and a folder") }
        }
    }
}

/// A file or a folder of an archive.
struct ArchiveEntry {
    let path: ConfinedPath
    let bytes: [UInt8]
    let isFolder: Bool
    let isExecutable: Bool

    /// - Parameter name: The path as the archive has it: `./` before it and a slash behind a folder are usual.
    /// - Returns: Nil for the root itself.
    /// - Throws: ``ArchiveError`` for a path that leads elsewhere.
    init?(_ name: String, _ bytes: [UInt8], isFolder: Bool, isExecutable: Bool) throws(ArchiveError) {
        var rest = Substring(name)
        while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
        if isFolder, rest.hasSuffix("/") { rest = rest.dropLast() }
        if isFolder, rest.isEmpty || rest == "." { return nil }
        guard !rest.utf8.contains(UInt8(ascii: "\\")) else { throw .entry(name, "its path has a backslash") }
        do throws(ConfinedPathError) {
            path = try ConfinedPath(String(rest))
        } catch {
            throw .entry(name, "its path is refused: \(error)")
        }
        self.bytes = bytes
        self.isFolder = isFolder
        self.isExecutable = isExecutable
    }
}

/// The reason why an archive is refused.
package enum ArchiveError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are none of a known archive.
    case unknownFormat
    /// The archive is damaged or incomplete.
    case damaged(String)
    /// A file or folder of the archive, and why it is refused.
    case entry(String, String)
    /// The files have more bytes than the limit.
    case size(Int)
    /// There are more files and folders than the limit.
    case count(Int)
    /// The compression ratio exceeds the limit.
    case ratio(Int)

    /// The reason, on one line.
    package var description: String {
        switch self {
        case .unknownFormat: "it is no archive: .tar.gz, .tar or .zip"
        case .damaged(let reason): "the archive is damaged: \(reason)"
        case .entry(let name, let reason): "'\(String(name.prefix(200)))' in the archive: \(reason)"
        case .size(let limit): "its files have more than \(limit >> 20) MiB"
        case .count(let limit): "it has more than \(limit) files and folders"
        case .ratio(let limit): "its files are more than \(limit) times as large as the archive"
        }
    }
}
