import Glibc
import SubdialGLib
import SubdialSystem

/// The folder of a mirror, accessed through descriptors, so that no link in it redirects a write.
///
/// It belongs to one task.
final class MirrorFolder {
    /// The name of the folder for incomplete files.
    static let partsName = ".parts"

    /// The path as the user wrote it.
    let path: String
    private let root: Descriptor
    private let parts: Descriptor
    private let lock: FileLock

    /// Opens the folder, creates it if necessary, and locks it for this mirror.
    ///
    /// - Throws: ``MirrorError``.
    init(_ path: String) throws(MirrorError) {
        self.path = path
        do {
            try AtomicFile.makeFolder(path)
        } catch {
            throw .write(error)
        }
        let raw = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard raw >= 0 else { throw Self.failure(path) }
        let root = Descriptor(raw)
        parts = try Self.folder(Self.partsName, in: root.raw, as: "\(path)/\(Self.partsName)")
        self.root = root
        let taken: FileLock?
        do {
            taken = try FileLock.acquire("\(path)/.lock")
        } catch {
            throw .write(WriteError(path: "\(path)/.lock", reason: "\(error)"))
        }
        guard let taken else { throw .busy(path) }
        lock = taken
    }

    /// The path of a file for messages.
    private func messagePath(_ file: MirrorPath) -> String { "\(path)/\(file)" }

    // MARK: Parts

    /// Opens the part of a file for reading and writing, and creates it if necessary.
    func part(_ address: String) throws(MirrorError) -> Descriptor {
        let raw = openat(parts.raw, address, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard raw >= 0 else { throw Self.failure("\(path)/\(Self.partsName)/\(address)") }
        let part = Descriptor(raw)
        guard FileVersion(descriptor: part.raw) != nil else {
            throw .write(WriteError(path: "\(path)/\(Self.partsName)/\(address)", reason: "it is no regular file"))
        }
        return part
    }

    /// Removes a part.
    func removePart(_ address: String) { unlinkat(parts.raw, address, 0) }

    /// Removes all parts except those of some addresses.
    func removeParts(except addresses: Set<String>) {
        guard let names = Self.names(in: parts.raw) else { return }
        for name in names where name.isSHA256 && !addresses.contains(name) { removePart(name) }
    }

    // MARK: Files

    /// The version of a file; nil if it does not exist, is a link, or is behind one.
    func identity(of file: MirrorPath) -> FileVersion? {
        guard let folder = try? self.folder(of: file, isMade: false) else { return nil }
        let raw = openat(folder.raw, file.parts.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let open = Descriptor(raw)
        return FileVersion(descriptor: open.raw)
    }

    /// The SHA-256 of a file; nil if it cannot be read.
    func address(of file: MirrorPath) -> String? {
        guard let folder = try? self.folder(of: file, isMade: false) else { return nil }
        let raw = openat(folder.raw, file.parts.last ?? "", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard raw >= 0 else { return nil }
        let open = Descriptor(raw)
        guard FileVersion(descriptor: open.raw) != nil, let hash = SHA256(ofFile: open.raw) else { return nil }
        return hash.hex()
    }

    /// Moves a complete part to its destinations; all but the last destination get copies.
    func place(_ address: String, at files: [MirrorPath]) throws(MirrorError) {
        for (index, file) in files.enumerated() {
            let folder = try self.folder(of: file, isMade: true)
            let name = file.parts.last ?? ""
            var source = address
            if index < files.count - 1 {
                source = "\(address).copy"
                try copyPart(address, to: source)
            }
            guard renameat(parts.raw, source, folder.raw, name) == 0 else { throw Self.failure(messagePath(file)) }
        }
    }

    private func copyPart(_ address: String, to name: String) throws(MirrorError) {
        unlinkat(parts.raw, name, 0)
        let shown = "\(path)/\(Self.partsName)/\(name)"
        let raw = openat(parts.raw, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard raw >= 0 else { throw Self.failure(shown) }
        let copy = Descriptor(raw)
        let part = try self.part(address)
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        var offset = 0
        while true {
            let count = pread(part.raw, &buffer, buffer.count, off_t(offset))
            guard count >= 0 else { throw Self.failure(shown) }
            guard count > 0 else { return }
            try Self.write(buffer[..<count], to: copy.raw, at: offset, as: shown)
            offset += count
        }
    }

    /// Writes a temporary file and renames it to its destination; an equal file is not touched.
    ///
    /// - Returns: True if the file has changed.
    func write(_ bytes: [UInt8], to file: MirrorPath) throws(MirrorError) -> Bool {
        if address(of: file) == SHA256.hex(bytes) { return false }
        let folder = try self.folder(of: file, isMade: true)
        try write(bytes, to: file.parts.last ?? "", in: folder.raw, as: messagePath(file))
        return true
    }

    /// Writes one of the mirror's own files at the top of the folder.
    func write(_ bytes: [UInt8], toOwn name: String) throws(MirrorError) {
        try write(bytes, to: name, in: root.raw, as: "\(path)/\(name)")
    }

    private func write(_ bytes: [UInt8], to name: String, in folder: Int32, as shown: String) throws(MirrorError) {
        let temporary = "file.new"
        unlinkat(parts.raw, temporary, 0)
        let raw = openat(parts.raw, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o644)
        guard raw >= 0 else { throw Self.failure(shown) }
        let file = Descriptor(raw)
        try Self.write(bytes[...], to: file.raw, at: 0, as: shown)
        guard fsync(file.raw) == 0, renameat(parts.raw, temporary, folder, name) == 0 else { throw Self.failure(shown) }
    }

    /// Writes all of the bytes at an offset of an open file.
    static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32, at start: Int, as shown: String) throws(MirrorError) {
        var (rest, offset) = (bytes, start)
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(shown) }
            rest = rest.dropFirst(count)
            offset += count
        }
    }

    /// The bytes of one of the mirror's own files; nil if there is none.
    func contents(_ name: String) -> [UInt8]? {
        try? InputFile.bytes(at: "\(path)/\(name)", limit: 32 << 20, accepting: .regular)
    }

    /// Removes a file, and its parent folders that are then empty.
    func remove(_ file: MirrorPath) {
        guard let folder = try? self.folder(of: file, isMade: false) else { return }
        unlinkat(folder.raw, file.parts.last ?? "", 0)
        for length in stride(from: file.parts.count - 1, to: 0, by: -1) {
            guard let above = try? self.folder(Array(file.parts.prefix(length - 1)), isMade: false),
                unlinkat(above.raw, file.parts[length - 1], AT_REMOVEDIR) == 0
            else { return }
        }
    }

    /// Flushes all writes to disk, so that files that are named from now on survive a power failure.
    func synchronize() { sync() }

    // MARK: Folders

    private func folder(of file: MirrorPath, isMade: Bool) throws(MirrorError) -> Descriptor {
        try folder(Array(file.parts.dropLast()), isMade: isMade)
    }

    private func folder(_ parts: [String], isMade: Bool) throws(MirrorError) -> Descriptor {
        let raw = dup(root.raw)
        guard raw >= 0 else { throw Self.failure(path) }
        var folder = Descriptor(raw)
        var shown = path
        for part in parts {
            shown += "/\(part)"
            folder = try Self.folder(part, in: folder.raw, as: shown, isMade: isMade)
        }
        return folder
    }

    private static func folder(_ name: String, in parent: Int32, as shown: String, isMade: Bool = true) throws(MirrorError) -> Descriptor {
        if isMade, mkdirat(parent, name, 0o755) != 0, errno != EEXIST { throw failure(shown) }
        let raw = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard raw >= 0 else {
            if errno == ELOOP || errno == ENOTDIR {
                throw .write(WriteError(path: shown, reason: "it is a link or no folder: a mirror writes to neither; move it away"))
            }
            throw failure(shown)
        }
        return Descriptor(raw)
    }

    private static func names(in folder: Int32) -> [String]? {
        let copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return nil }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return nil
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

    private static func failure(_ path: String) -> MirrorError {
        .write(WriteError(path: path, reason: SystemError.last.description))
    }
}
