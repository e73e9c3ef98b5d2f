import Glibc

extension AtomicFile {
    /// Creates the folder and its parents.
    ///
    /// - Parameter isPrivate: True for folders that only their owner may enter.
    package static func makeFolder(_ path: String, isPrivate: Bool = false) throws(WriteError) {
        guard hasMade(path, isPrivate ? 0o700 : 0o777) else { throw WriteError(path: path, reason: "its folder cannot be made") }
    }

    /// Creates the folder of a file; returns it with the file's name.
    static func place(of path: String) throws(WriteError) -> (folder: String, name: String) {
        let parts = parts(of: path)
        do {
            try makeFolder(parts.folder)
        } catch {
            throw WriteError(path: path, reason: error.reason)
        }
        return parts
    }

    private static func hasMade(_ path: String, _ mode: mode_t) -> Bool {
        if mkdir(path, mode) == 0 { return true }
        if errno == ENOENT {
            let folder = parts(of: path).folder
            guard folder != path, hasMade(folder, mode) else { return false }
            if mkdir(path, mode) == 0 { return true }
        }
        // Another process may have created it meanwhile, and on a file system that cannot be written to it may exist.
        return kind(of: path) == S_IFDIR
    }

    /// The folder and the last component of a path.
    private static func parts(of path: String) -> (folder: String, name: String) {
        guard let last = path.lastIndex(where: { $0 != "/" }) else { return (path.isEmpty ? "." : "/", "") }
        let name = path[...last]
        guard let slash = name.lastIndex(of: "/") else { return (".", String(name)) }
        let folder = name[..<slash]
        let end = folder.lastIndex { $0 != "/" }
        return (end.map { String(folder[...$0]) } ?? "/", String(name[name.index(after: slash)...]))
    }
}
