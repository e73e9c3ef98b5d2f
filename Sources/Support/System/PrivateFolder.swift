import Glibc

/// A folder that only its user can enter: the state folder, the cache, the folder of the socket, and every folder in one of these.
///
/// Only this type makes such folders, and only ``PrivateFile`` writes the files in them. Neither depends on the umask, and no caller can
/// leave one open to others.
package struct PrivateFolder: Hashable, Sendable {
    /// The path.
    package let path: String
    /// The paths of the private folders around this one, the outermost first.
    private let outer: [String]
    /// True if missing folders around the outermost private one are created.
    private let makesParents: Bool

    /// The maximum number of folders in each other whose modes are corrected; Subdial makes two.
    private static let maximumDepth = 8

    /// Describes an outermost private folder.
    ///
    /// - Parameter makesParents: True if missing folders around it are created, as the XDG specification requires: for the user alone.
    package init(_ path: String, makesParents: Bool = true) { self.init(path, in: [], makesParents: makesParents) }

    private init(_ path: String, in outer: [String], makesParents: Bool) {
        self.path = path
        self.outer = outer
        self.makesParents = makesParents
    }

    /// The folder with this name in this one.
    package func folder(_ name: String) -> PrivateFolder {
        PrivateFolder("\(path)/\(name)", in: outer + [path], makesParents: makesParents)
    }

    /// The file with this name in this folder.
    package func file(_ name: String) -> PrivateFile { PrivateFile(name, in: self) }

    /// Creates the folder if it does not exist, and ensures that nobody else can enter it or those around it.
    ///
    /// A folder of this user that others can enter is corrected, with all that is in it. If others have put something there, it is refused
    /// as it is.
    ///
    /// - Throws: ``PrivateFolderError`` for a folder or a link of another user, and for a path that is no folder.
    package func make() throws(PrivateFolderError) {
        for folder in outer + [path] { try Self.make(folder, makesParents: makesParents) }
    }

    private static func make(_ path: String, makesParents: Bool) throws(PrivateFolderError) {
        var code: Int32 = mkdir(path, 0o700) == 0 ? 0 : errno
        if code == ENOENT, makesParents {
            makeParents(of: path)
            code = mkdir(path, 0o700) == 0 ? 0 : errno
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw .cannotCreate(folder: path, code: code) }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink {
            guard isOfUser(status) else { throw .foreign(path: path, owner: status.st_uid) }
            guard stat(path, &status) == 0 else { throw .notAFolder(path) }
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(path) }
        guard status.st_uid == geteuid() else { throw .foreign(path: path, owner: status.st_uid) }
        guard isOpen(status) else { return }
        // A link may lead to a folder with another purpose, such as /tmp: its mode is not Subdial's to change.
        guard !isLink else { throw .linked(path: path, mode: status.st_mode & 0o7777) }
        let raw = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard raw >= 0 else { throw .open(folder: path, mode: status.st_mode & 0o7777) }
        try correct(Descriptor(raw), at: path, depth: 0)
    }

    /// Creates missing folders around one; failures show when that one cannot be created.
    private static func makeParents(of path: String) {
        for slash in path.indices where path[slash] == "/" && slash != path.startIndex { mkdir(String(path[..<slash]), 0o700) }
    }

    /// Takes the rights of others to an open folder away, and those to its contents.
    private static func correct(_ folder: consuming Descriptor, at path: String, depth: Int) throws(PrivateFolderError) {
        var status = stat()
        guard fstat(folder.raw, &status) == 0, status.st_uid == geteuid() else { throw .notAFolder(path) }
        let mode = status.st_mode & 0o7777
        _ = try contents(of: folder.raw, at: path)
        // Some file systems store no modes, and say nothing.
        guard fchmod(folder.raw, mode & 0o7700) == 0, fstat(folder.raw, &status) == 0, !isOpen(status) else {
            throw .open(folder: path, mode: mode)
        }
        do throws(PrivateFolderError) {
            // From here on nobody else can change what is in it.
            for (name, mode) in try contents(of: folder.raw, at: path) where mode & 0o077 != 0 {
                switch mode & S_IFMT {
                case S_IFDIR where depth < maximumDepth:
                    let raw = openat(folder.raw, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
                    guard raw >= 0 else { throw .open(folder: "\(path)/\(name)", mode: mode & 0o7777) }
                    try correct(Descriptor(raw), at: "\(path)/\(name)", depth: depth + 1)
                // No file in such a folder is a program.
                case S_IFREG, S_IFIFO, S_IFSOCK: fchmodat(folder.raw, name, mode & 0o600, 0)
                default: continue
                }
            }
        } catch {
            // With its mode as it was, the folder is refused again the next time.
            fchmod(folder.raw, mode)
            throw error
        }
    }

    /// Returns the names and modes of what is in an open folder.
    ///
    /// - Throws: ``PrivateFolderError/foreign(path:owner:)`` if something belongs to another user.
    private static func contents(of folder: Int32, at path: String) throws(PrivateFolderError) -> [(name: String, mode: mode_t)] {
        var contents: [(String, mode_t)] = []
        for name in ConfinedFolder.names(in: folder) {
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            guard isOfUser(status) else { throw .foreign(path: "\(path)/\(name)", owner: status.st_uid) }
            contents.append((name, status.st_mode))
        }
        return contents
    }

    /// True if others have a right to the file or folder.
    private static func isOpen(_ status: stat) -> Bool { status.st_mode & 0o077 != 0 }

    /// True if the file belongs to this user, or to the system's administrator, who could change it anyway.
    private static func isOfUser(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }
}

/// The error of a folder that is not for the user alone.
package enum PrivateFolderError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder does not exist and cannot be created.
    case cannotCreate(folder: String, code: Int32)
    /// The path is no folder, or a link that leads to none.
    case notAFolder(String)
    /// The folder, or what others have put into it, belongs to another user.
    case foreign(path: String, owner: UInt32)
    /// The path is a link to a folder that others can enter.
    case linked(path: String, mode: UInt32)
    /// Others can enter the folder, and its mode cannot be changed.
    case open(folder: String, mode: UInt32)

    /// The problem, its place and the remedy, on one line.
    package var description: String {
        switch self {
        case .cannotCreate(let folder, let code):
            "\(folder): cannot be made (\(SystemError(code: code))); set XDG_STATE_HOME, XDG_CACHE_HOME or XDG_RUNTIME_DIR to a folder of yours"
        case .notAFolder(let path): "\(path): not a folder; remove it"
        case .foreign(let path, let owner): "\(path): belongs to user \(owner); have it removed, or given to you with 'chown'"
        case .linked(let path, let mode):
            "\(path): a link to a folder that others may enter (mode \(String(mode, radix: 8))); remove it, or have it lead to one of mode 700"
        case .open(let folder, let mode):
            "\(folder): others may enter it (mode \(String(mode, radix: 8))), and this cannot be changed; run 'chmod 700 \(folder)'"
        }
    }
}
