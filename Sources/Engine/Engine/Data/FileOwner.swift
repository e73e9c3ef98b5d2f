import Glibc
import SubdialKinds
import SubdialSystem

/// Checks who can change a file that is run: the file itself, and every folder and link on the way to it.
struct FileOwner {
    /// The folders of the system's programs.
    private static let systemFolders = [
        "/usr/", "/bin/", "/sbin/", "/lib/", "/lib32/", "/lib64/", "/opt/", "/snap/", "/nix/store/", "/gnu/store/", "/etc/alternatives/",
        "/run/current-system/", "/run/wrappers/",
    ]
    /// The maximum number of links on the way to a file, as the kernel's.
    private static let maximumLinks = 40

    /// The path of the file, without links.
    let path: String
    /// True if the file and the way to it belong to the system, and only root can change them.
    let isSystem: Bool

    /// Follows a path to its file; nil if there is none.
    ///
    /// - Throws: `KindError` if a user other than this one and root can change what is at the path.
    init?(_ written: String) throws(KindError) {
        var rest = Self.components(written)
        var current = ""
        var links = 0
        var isOfRoot = try Self.check("/", status: try Self.status("/"))
        while let name = rest.popLast() {
            if name == ".." {
                current = String(current[..<(current.lastIndex(of: "/") ?? current.startIndex)])
                continue
            }
            let next = "\(current)/\(name)"
            guard let status = try Self.status(next) else { return nil }
            isOfRoot = try Self.check(next, status: status) && isOfRoot
            guard status.st_mode & S_IFMT == S_IFLNK else {
                current = next
                continue
            }
            links += 1
            guard links <= Self.maximumLinks, let target = Self.target(of: next) else {
                throw KindError(.source, at: "command", "\(next) is a link that leads nowhere: remove it")
            }
            if target.hasPrefix("/") { current = "" }
            rest += Self.components(target)
        }
        path = current.isEmpty ? "/" : current
        isSystem = isOfRoot && [written, current].allSatisfy { path in Self.systemFolders.contains(where: path.hasPrefix) }
    }

    /// The components of a path, the last first.
    private static func components(_ path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.map(String.init).reversed()
    }

    private static func status(_ path: String) throws(KindError) -> stat? {
        var status = stat()
        guard lstat(path, &status) != 0 else { return status }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw KindError(.source, at: "command", "\(path) cannot be checked: \(SystemError.last)")
        }
        return nil
    }

    /// Checks a file, folder or link; returns true if it belongs to root.
    private static func check(_ path: String, status: stat?) throws(KindError) -> Bool {
        guard let status else { return false }
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw KindError(
                .source, at: "command",
                "\(path) belongs to user \(status.st_uid), who could change what is run: use a file of yours or of root")
        }
        let type = status.st_mode & S_IFMT
        // The rights of a link have no meaning. In a sticky folder such as /tmp, only its owner can replace a file.
        let isClosed = type == S_IFLNK || type == S_IFDIR && status.st_mode & S_ISVTX != 0 || status.st_mode & (S_IWGRP | S_IWOTH) == 0
        guard isClosed else {
            let others = status.st_mode & S_IWOTH != 0 ? "anybody may" : "its group may"
            throw KindError(
                .source, at: "command", "\(others) write \(path), and so change what is run: take that right away with 'chmod go-w \(path)'"
            )
        }
        return status.st_uid == 0
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(link, &buffer, buffer.count)
        guard length > 0 else { return nil }
        return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
