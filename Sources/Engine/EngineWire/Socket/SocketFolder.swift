import Glibc

extension SocketPlace {
    /// Ensures that the folder exists and that only the user can have written into it.
    ///
    /// A folder with a wrong owner or mode is refused, not repaired: another user may have created it.
    ///
    /// - Throws: ``SocketError`` that describes the problem.
    package func prepareFolder() throws(SocketError) {
        var info = stat()
        var found = lstat(folder, &info)
        if found != 0, errno == ENOENT {
            if makesParents { makeParents() }
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw .cannotCreate(folder: folder, code: errno) }
            found = lstat(folder, &info)
        }
        guard found == 0 else { throw .failed(call: "lstat", path: folder, code: errno) }
        guard info.st_mode & S_IFMT == S_IFDIR else { throw .notAFolder(folder) }
        guard info.st_uid == geteuid() else { throw .wrongOwner(folder: folder, owner: info.st_uid) }
        let mode = info.st_mode & 0o7777
        guard mode & 0o077 == 0 else { throw .wrongMode(folder: folder, mode: mode) }
    }

    /// Creates missing parent folders; errors are reported when the folder itself cannot be created.
    private func makeParents() {
        for slash in folder.indices where folder[slash] == "/" && slash != folder.startIndex {
            mkdir(String(folder[..<slash]), 0o700)
        }
    }
}
