import Glibc

/// A folder in which no symbolic link is followed, so that neither a path of others nor a file of others leads out of it.
///
/// Each folder of a path is opened in the one before: a link that appears meanwhile is not followed either. Only the path of the folder
/// itself, which its user chose, may contain links.
package final class ConfinedFolder: Sendable {
    /// The maximum depth of a tree that is removed.
    private static let maximumDepth = 64

    /// The path, as its user wrote it.
    package let path: String
    private let root: Descriptor

    /// Opens the folder.
    ///
    /// - Throws: `ReadError.missing` if there is none.
    package init(_ path: String) throws(ReadError) {
        let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else {
            throw errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable(reason: SystemError.last.description)
        }
        self.path = path
        root = Descriptor(raw)
    }

    /// Opens the folder, and creates it if necessary.
    package init(making path: String) throws(WriteError) {
        try AtomicFile.makeFolder(path)
        let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        self.path = path
        root = Descriptor(raw)
    }

    // MARK: Reading

    /// The names of the files and folders in it.
    package var names: [String] { Self.names(in: root.raw) }

    /// Opens a regular file to read it.
    package func file(at file: ConfinedPath) throws(ReadError) -> Descriptor {
        let folder: Descriptor
        do throws(Obstacle) {
            folder = try parent(of: file)
        } catch {
            throw error.code == ENOENT ? .missing : error.isLink ? .wrongKind(reason: error.reason) : .unreadable(reason: error.reason)
        }
        let raw = openat(folder.raw, file.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard raw >= 0 else {
            let obstacle = Obstacle(path: messagePath(file), code: errno)
            throw obstacle.code == ENOENT
                ? .missing : obstacle.isLink ? .wrongKind(reason: "it is a link") : .unreadable(reason: obstacle.reason)
        }
        let file = Descriptor(raw)
        guard FileVersion(descriptor: file.raw) != nil else { throw .wrongKind(reason: "it is no regular file") }
        return file
    }

    /// The contents of a regular file.
    ///
    /// - Parameter limit: The maximum size in bytes.
    package func bytes(at file: ConfinedPath, limit: Int) throws(ReadError) -> [UInt8] {
        let open = try self.file(at: file)
        return try InputFile.bytes(of: open, limit: limit, accepting: .regular)
    }

    /// True if nothing in the place of the path or of its folders is a link; there may be nothing at all.
    package func isFree(ofLinks path: ConfinedPath) -> Bool {
        do throws(Obstacle) {
            _ = try folder(path.parts[...], isMade: false)
            return true
        } catch {
            return error.code == ENOENT
        }
    }

    /// True if there is a file, a folder or a link at the path, and no link before it.
    package func has(_ path: ConfinedPath) -> Bool { status(of: path) != nil }

    /// What is at the path; nil if there is nothing, or a link before it.
    private func status(of path: ConfinedPath) -> stat? {
        do throws(Obstacle) {
            let folder = try parent(of: path)
            var status = stat()
            return fstatat(folder.raw, path.name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
        } catch {
            return nil
        }
    }

    // MARK: Writing

    /// Replaces a file, as `AtomicFile` does, and creates the folders of its path; a link in its place is replaced.
    ///
    /// - Parameter isDurable: True to return only after `fsync`, so that the file survives a power failure.
    /// - Returns: True if the file has changed.
    /// - Throws: `WriteError` with the reason; the previous file is unchanged then.
    @discardableResult
    package func write(_ bytes: [UInt8], to file: ConfinedPath, isDurable: Bool = false) throws(WriteError) -> Bool {
        let shown = messagePath(file)
        let folder = try parent(of: file, isMade: true)
        var status = stat()
        if fstatat(folder.raw, file.name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            let type = status.st_mode & S_IFMT
            guard type == S_IFREG || type == S_IFLNK else {
                throw WriteError(path: shown, reason: type == S_IFDIR ? "it is a folder" : "it is no regular file")
            }
        }
        do throws(WriteError) {
            // The kernel's name of the open folder, to which no path leads.
            return try AtomicFile.write(bytes, to: "/proc/self/fd/\(folder.raw)/\(file.name)", isDurable: isDurable, followsLinks: false)
        } catch {
            throw WriteError(path: shown, reason: error.reason)
        }
    }

    /// Appends to a file, and creates it and the folders of its path; lines of several processes do not mix.
    ///
    /// - Throws: `WriteError` with the reason, also for a link in its place.
    package func append(_ bytes: [UInt8], to file: ConfinedPath) throws(WriteError) {
        let folder = try parent(of: file, isMade: true)
        let raw = openat(folder.raw, file.name, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o666)
        guard raw >= 0 else { throw failure(messagePath(file)) }
        let open = Descriptor(raw)
        guard FileVersion(descriptor: open.raw) != nil else { throw WriteError(path: messagePath(file), reason: "it is no regular file") }
        let count = bytes.withUnsafeBytes { Glibc.write(open.raw, $0.baseAddress, $0.count) }
        guard count == bytes.count else {
            throw count < 0
                ? failure(messagePath(file)) : WriteError(path: messagePath(file), reason: "only a part of a line could be written")
        }
    }

    /// Renames a file; one with the new name is replaced.
    package func move(_ file: ConfinedPath, to other: ConfinedPath) throws(WriteError) {
        let folder = try parent(of: file, isMade: false)
        let target = try parent(of: other, isMade: true)
        guard renameat(folder.raw, file.name, target.raw, other.name) == 0 else { throw failure(messagePath(other)) }
    }

    /// Removes a file, or a link in its place; it is no error if there is none.
    ///
    /// - Parameter withFolders: True to remove the folders of its path too that are empty then.
    package func remove(_ file: ConfinedPath, withFolders: Bool = false) throws(WriteError) {
        guard let folder = try folderIfThere(of: file) else { return }
        guard unlinkat(folder.raw, file.name, 0) == 0 || errno == ENOENT else { throw failure(messagePath(file)) }
        guard withFolders else { return }
        for empty in file.folders {
            guard let above = try folderIfThere(of: empty), unlinkat(above.raw, empty.name, AT_REMOVEDIR) == 0 else { return }
        }
    }

    /// Removes a link; what is no link stays.
    package func removeLink(_ link: ConfinedPath) throws(WriteError) {
        guard let status = status(of: link), status.st_mode & S_IFMT == S_IFLNK else { return }
        try remove(link)
    }

    /// Removes a folder with all that is in it; it is no error if there is none.
    package func removeTree(_ tree: ConfinedPath) throws(WriteError) {
        guard let folder = try folderIfThere(of: tree) else { return }
        try Self.removeTree(tree.name, in: folder.raw, as: messagePath(tree), depth: 0)
    }

    private static func removeTree(_ name: String, in folder: Int32, as shown: String, depth: Int) throws(WriteError) {
        // A link is removed like a file.
        if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
        guard errno == EISDIR else { throw WriteError(path: shown, reason: SystemError.last.description) }
        guard depth < maximumDepth else { throw WriteError(path: shown, reason: "it is nested too deeply") }
        let raw = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else { throw WriteError(path: shown, reason: SystemError.last.description) }
        let tree = Descriptor(raw)
        for name in names(in: tree.raw) { try removeTree(name, in: tree.raw, as: "\(shown)/\(name)", depth: depth + 1) }
        guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw WriteError(path: shown, reason: SystemError.last.description) }
    }

    // MARK: Folders

    /// Opens a folder in this one, and creates it if necessary.
    package func folder(_ path: ConfinedPath) throws(WriteError) -> Descriptor {
        do throws(Obstacle) { return try folder(path.parts[...], isMade: true) } catch { throw error.writing }
    }

    /// Opens the folder of a file.
    ///
    /// - Parameter isMade: True to create the folders of its path.
    package func parent(of file: ConfinedPath, isMade: Bool) throws(WriteError) -> Descriptor {
        do throws(Obstacle) { return try folder(file.parts.dropLast(), isMade: isMade) } catch { throw error.writing }
    }

    private func parent(of file: ConfinedPath) throws(Obstacle) -> Descriptor { try folder(file.parts.dropLast(), isMade: false) }

    /// Opens the folder of a file; nil if there is none.
    private func folderIfThere(of file: ConfinedPath) throws(WriteError) -> Descriptor? {
        do throws(Obstacle) {
            return try parent(of: file)
        } catch {
            guard error.code == ENOENT else { throw error.writing }
            return nil
        }
    }

    private func folder(_ names: ArraySlice<String>, isMade: Bool) throws(Obstacle) -> Descriptor {
        let copy = fcntl(root.raw, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw Obstacle(path: path, code: errno) }
        var folder = Descriptor(copy)
        var shown = path
        for name in names {
            shown += "/\(name)"
            if isMade, mkdirat(folder.raw, name, 0o777) != 0, errno != EEXIST { throw Obstacle(path: shown, code: errno) }
            let raw = openat(folder.raw, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard raw >= 0 else { throw Obstacle(path: shown, code: errno) }
            folder = Descriptor(raw)
        }
        return folder
    }

    private func messagePath(_ file: ConfinedPath) -> String { "\(path)/\(file)" }

    private func failure(_ path: String) -> WriteError { WriteError(path: path, reason: SystemError.last.description) }

    /// A part of a path that cannot be opened.
    private struct Obstacle: Error {
        let path: String
        /// The error number.
        let code: Int32

        /// True for a link, and for a file in the place of a folder.
        var isLink: Bool { code == ELOOP || code == ENOTDIR }
        var reason: String { isLink ? "\(path) is a link or no folder" : SystemError(code: code).description }
        var writing: WriteError {
            WriteError(
                path: path, reason: isLink ? "it is a link or no folder, through which nothing is written; move it away" : reason)
        }
    }
}

extension ConfinedFolder {
    /// The names in an open folder; empty if it cannot be read.
    package static func names(in folder: Int32) -> [String] {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The path without links of what is at `path`, if that is the folder `root` or below it; nil if it is elsewhere, or if there is nothing.
    package static func place(of path: String, within root: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        guard let folder = realpath(root, nil) else { return nil }
        defer { free(folder) }
        let (place, base) = (String(cString: found), String(cString: folder))
        return place == base || place.utf8.starts(with: (base == "/" ? base : base + "/").utf8) ? place : nil
    }
}
