import Glibc

/// The executable of this front, and its replacement by a newer release.
enum OwnProgram {
    /// The path of this executable with all links resolved, correct even while a newer release replaces it.
    static var path: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // The kernel's mark of a file that is no longer there.
        return path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : path
    }

    /// The folder of ``path``.
    static var folder: String? {
        guard let path, let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }

    /// Replaces this process with the executable that was installed over its own, with the same arguments.
    ///
    /// Returns if there is none, or if it cannot be run. A front of an older release does not find the engine of a newer one:
    /// the socket of each release has a name of its own.
    static func giveWayToSuccessor() {
        var own = stat()
        var successor = stat()
        guard let path, stat(link, &own) == 0, stat(path, &successor) == 0, access(path, X_OK) == 0 else { return }
        guard own.st_dev != successor.st_dev || own.st_ino != successor.st_ino else { return }
        execv(path, CommandLine.unsafeArgv)
    }

    private static let link = "/proc/self/exe"
    private static let removed = " (deleted)"
}
