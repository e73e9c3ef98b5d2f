import Glibc

extension String {
    /// The absolute path without `.` and empty parts, and without the folders that a `..` behind them leaves again.
    ///
    /// A link before `..` stays, because its target has another folder around it.
    package var plainPath: String {
        var parts: [Substring] = []
        for part in split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            guard let last = parts.last else { continue }
            if last == ".." || Self.isLink("/" + parts.joined(separator: "/")) { parts.append(part) } else { parts.removeLast() }
        }
        return "/" + parts.joined(separator: "/")
    }

    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
