import Glibc

/// The executable of this process.
package enum OwnExecutable {
    /// The kernel's mark of a file that is no longer there.
    private static let removed = " (deleted)"

    /// The path with all links resolved, correct even while a newer release replaces the file; nil without `/proc`.
    package static var path: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        guard length > 0 else { return nil }
        let path = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.hasSuffix(removed) ? String(path.dropLast(removed.count)) : path
    }

    /// The folder of ``path``.
    package static var folder: String? {
        guard let path, let slash = path.lastIndex(of: "/") else { return nil }
        return String(path[..<slash])
    }
}
