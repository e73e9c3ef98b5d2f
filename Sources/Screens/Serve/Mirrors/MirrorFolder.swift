import Glibc
import SubdialDrawing
import SubdialGLib
import SubdialSystem

/// The folder of a mirror, in which no link redirects a write.
///
/// It belongs to one task.
final class MirrorFolder {
    /// The name of the folder for incomplete files.
    static let partsName = ".parts"
    /// The name of the folder for fontconfig's caches of the mirror's fonts.
    private static let cacheName = ".cache"

    /// The path as the user wrote it.
    var path: String { folder.path }
    private let folder: ConfinedFolder
    private let parts: Descriptor
    private let lock: FileLock

    /// Opens the folder, creates it if necessary, and locks it for this mirror.
    ///
    /// - Throws: ``MirrorError``.
    init(_ path: String) throws(MirrorError) {
        do throws(WriteError) {
            folder = try ConfinedFolder(making: path)
            parts = try folder.folder(ConfinedPath(known: ".parts"))
        } catch {
            throw .write(error)
        }
        let taken: FileLock?
        do {
            taken = try FileLock.acquire("\(path)/.lock")
        } catch {
            throw .write(WriteError(path: "\(path)/.lock", reason: "\(error)"))
        }
        guard let taken else { throw .busy(path) }
        lock = taken
    }

    /// The path of the folder for fontconfig's caches, without links.
    var cache: String { "\(ConfinedFolder.place(of: path, within: "/") ?? path)/\(Self.cacheName)" }

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

    /// True if a part begins like a font.
    func isFont(_ address: String) throws(MirrorError) -> Bool {
        let part = try part(address)
        return FontFile.isFont(file: part.raw)
    }

    /// Removes a part.
    func removePart(_ address: String) { unlinkat(parts.raw, address, 0) }

    /// Removes all parts except those of some addresses.
    func removeParts(except addresses: Set<String>) {
        for name in ConfinedFolder.names(in: parts.raw) where name.isSHA256 && !addresses.contains(name) { removePart(name) }
    }

    // MARK: Files

    /// The version of a file; nil if it does not exist, is a link, or is behind one.
    func identity(of file: MirrorPath) -> FileVersion? {
        guard let open = try? folder.file(at: file.path) else { return nil }
        return FileVersion(descriptor: open.raw)
    }

    /// The SHA-256 of a file; nil if it cannot be read.
    func address(of file: MirrorPath) -> String? {
        guard let open = try? folder.file(at: file.path), let hash = SHA256(ofFile: open.raw) else { return nil }
        return hash.hex()
    }

    /// Moves a complete part to its destinations; all but the last destination get copies.
    func place(_ address: String, at files: [MirrorPath]) throws(MirrorError) {
        for (index, file) in files.enumerated() {
            let folder: Descriptor
            do { folder = try self.folder.parent(of: file.path, isMade: true) } catch { throw .write(error) }
            var source = address
            if index < files.count - 1 {
                source = "\(address).copy"
                try copyPart(address, to: source)
            }
            guard renameat(parts.raw, source, folder.raw, file.path.name) == 0 else { throw Self.failure(messagePath(file)) }
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

    /// Replaces a file; an equal one is not touched.
    ///
    /// - Returns: True if the file has changed.
    func write(_ bytes: [UInt8], to file: MirrorPath) throws(MirrorError) -> Bool { try write(bytes, to: file.path) }

    /// Writes the mirror's own record at the top of the folder.
    func write(record bytes: [UInt8]) throws(MirrorError) { _ = try write(bytes, to: MirrorRecord.path) }

    private func write(_ bytes: [UInt8], to file: ConfinedPath) throws(MirrorError) -> Bool {
        do { return try folder.write(bytes, to: file, isDurable: true) } catch { throw .write(error) }
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

    /// The bytes of the mirror's own record; nil if there is none.
    var record: [UInt8]? { try? folder.bytes(at: MirrorRecord.path, limit: 32 << 20) }

    /// Removes a file, and the folders that are empty then.
    func remove(_ file: MirrorPath) {
        // What cannot be removed stays.
        try? folder.remove(file.path, withFolders: true)
    }

    /// Flushes all writes to disk, so that files that are named from now on survive a power failure.
    func synchronize() { sync() }

    private static func failure(_ path: String) -> MirrorError {
        .write(WriteError(path: path, reason: SystemError.last.description))
    }
}
