import Glibc

extension SocketPlace {
    /// Makes sure that the folder is there and that nobody but the user can have put anything into it.
    ///
    /// A folder that is not as it should be is refused, not mended: somebody else may have made it.
    ///
    /// - Throws: ``SocketError`` that says what is wrong with the folder.
    public func prepareFolder() throws(SocketError) {
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

    /// Makes what is missing of the folders above; what cannot be made is told where the folder itself cannot.
    private func makeParents() {
        for slash in folder.indices where folder[slash] == "/" && slash != folder.startIndex {
            mkdir(String(folder[..<slash]), 0o700)
        }
    }
}
