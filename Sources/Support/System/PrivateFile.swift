import Glibc

/// A file that only its user can read: a file in a ``PrivateFolder``, or a secret at a path that the user chose.
///
/// Files are created for the user alone, whatever the umask is; a file of the user that others can read is corrected when it is opened or
/// written.
package struct PrivateFile: Hashable, Sendable {
    /// The path.
    package let path: String
    /// The private folder of the file; nil for a path that the user chose, whose folder may be public.
    private let folder: PrivateFolder?

    /// Describes a file at a path that the user chose; its folder is created for the user alone if it does not exist, and else unchanged.
    package init(_ path: String) {
        self.path = path
        folder = nil
    }

    init(_ name: String, in folder: PrivateFolder) {
        path = "\(folder.path)/\(name)"
        self.folder = folder
    }

    private init(path: String, in folder: PrivateFolder?) {
        self.path = path
        self.folder = folder
    }

    /// The file in the same folder whose name has this ending too, such as `.lock`.
    package func appending(_ ending: String) -> PrivateFile { PrivateFile(path: path + ending, in: folder) }

    /// Returns the contents of the file, which must be a regular one; one in a private folder must be of this user.
    ///
    /// - Parameter limit: The maximum size in bytes.
    package func bytes(limit: Int) throws(ReadError) -> [UInt8] {
        try InputFile.bytes(at: path, limit: limit, accepting: folder == nil ? .regular : .own)
    }

    /// Replaces the file by `bytes`, as `AtomicFile` does.
    ///
    /// - Parameters:
    ///   - isDurable: True to return only after `fsync`, so that the file survives a power failure.
    ///   - followsLinks: True to write to the file that a symbolic link leads to; otherwise the link is replaced.
    /// - Returns: True if the file has changed.
    /// - Throws: `WriteError` with the reason; the previous file is unchanged then.
    @discardableResult
    package func write(_ bytes: [UInt8], isDurable: Bool = false, followsLinks: Bool = true) throws(WriteError) -> Bool {
        try makeFolder()
        return try AtomicFile.write(bytes, to: path, isPrivate: true, isDurable: isDurable, followsLinks: followsLinks)
    }

    /// Creates the file with `bytes` if none exists: if several processes try at the same time, one succeeds.
    ///
    /// - Returns: False if the file already exists; it is unchanged then.
    /// - Throws: `WriteError` with the reason.
    package func create(_ bytes: [UInt8], isDurable: Bool = false) throws(WriteError) -> Bool {
        try makeFolder()
        return try AtomicFile.createPrivately(bytes, at: path, isDurable: isDurable)
    }

    /// Appends bytes after the last complete line; an incomplete line of a killed writer is truncated.
    ///
    /// The parameters and the requirement are those of `AppendedFile`.
    ///
    /// - Throws: `WriteError` with the reason; none of the bytes are kept then.
    package func append(_ bytes: [UInt8], behind length: Int, isDurable: Bool) throws(WriteError) {
        try AppendedFile.append(bytes, to: try open(O_WRONLY | O_CREAT), at: path, behind: length, isDurable: isDurable)
    }

    /// Acquires an exclusive lock on the file, which is created with its folder if it does not exist; nil if another owner holds it.
    ///
    /// - Parameter isBlocking: True to block the thread until the lock is free.
    package func lock(isBlocking: Bool = false) throws(LockError) -> FileLock? {
        try makeFolderOfLock()
        return try FileLock.acquire(path, isBlocking: isBlocking)
    }

    /// Waits for the lock, and blocks the thread meanwhile; nil if another owner still holds it after `seconds`.
    package func lock(waiting seconds: Int) throws(LockError) -> FileLock? {
        try makeFolderOfLock()
        return try FileLock.acquire(path, waiting: seconds)
    }

    /// Opens the file, which must be a regular one of this user.
    ///
    /// - Parameter flags: The flags of `open`; with `O_CREAT` the file and its folder are created.
    /// - Throws: `WriteError` with the reason.
    package func open(_ flags: Int32) throws(WriteError) -> Descriptor {
        if flags & O_CREAT != 0 { try makeFolder() }
        let raw = Glibc.open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard raw >= 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        let file = Descriptor(raw)
        var status = stat()
        guard fstat(raw, &status) == 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        try close(status) { fchmod(raw, $0) }
        return file
    }

    /// Creates the file if it does not exist, and takes the rights of others to it away, for a library that opens it by its path.
    ///
    /// An existing file is not opened: closing it would release the record locks that this process has on it.
    package func prepare() throws(WriteError) {
        try makeFolder()
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT, try create([]) { return }
        guard stat(path, &status) == 0 else { throw WriteError(path: path, reason: SystemError.last.description) }
        try close(status) { chmod(path, $0) }
    }

    /// Checks that the file can be written, and creates its folder; an existing file is not touched.
    package func tryOut() throws(WriteError) {
        try makeFolder()
        try AtomicFile.tryOut(path)
    }

    private func makeFolder() throws(WriteError) {
        do {
            try folder?.make()
        } catch {
            throw WriteError(path: path, reason: "\(error)")
        }
    }

    private func makeFolderOfLock() throws(LockError) {
        do {
            try folder?.make()
        } catch {
            throw .folder(error)
        }
    }

    /// Takes the rights of others to the file away.
    ///
    /// - Parameter change: Changes the mode, and returns 0 on success.
    private func close(_ status: stat, _ change: (mode_t) -> Int32) throws(WriteError) {
        guard status.st_mode & S_IFMT == S_IFREG else { throw WriteError(path: path, reason: "it is no regular file; remove it") }
        guard status.st_uid == geteuid() else {
            throw WriteError(path: path, reason: "it belongs to user \(status.st_uid); have it removed")
        }
        guard status.st_mode & 0o077 == 0 || change(status.st_mode & 0o600) == 0 else {
            throw WriteError(path: path, reason: "others may read it, and this cannot be changed (\(SystemError.last)); remove it")
        }
    }
}
