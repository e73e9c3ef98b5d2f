import Glibc

extension SocketPlace {
    /// The place of a user.
    ///
    /// The folder `subdial` in `$XDG_RUNTIME_DIR`. Where there is no such variable, as in a cron job, the same in `/run/user/<uid>`, which
    /// nobody but the system can make; where that is missing too, `subdial/run` among the user's own state. None of these can be taken
    /// by another user first, as a folder in `/tmp` can.
    ///
    /// - Parameters:
    ///   - user: The user's number.
    ///   - systemFolder: The folder that the system makes for the user; nil for `/run/user/<uid>`.
    ///   - version: The name of the socket without its ending.
    ///   - variable: The value of a variable of the environment. One of a folder that is empty or relative counts as none, as the
    ///     specification has it.
    /// - Throws: ``SocketError/noFolder``.
    public static func of(
        user: UInt32, systemFolder: String? = nil, version: String = SubdialVersion.wireName, variable: (String) -> String?
    ) throws(SocketError) -> SocketPlace {
        func folder(_ name: String) -> String? {
            guard let value = variable(name), value.hasPrefix("/") else { return nil }
            return value.hasSuffix("/") ? String(value.dropLast()) : value
        }
        if let runtime = folder("XDG_RUNTIME_DIR") { return SocketPlace(folder: "\(runtime)/subdial", version: version) }
        let system = systemFolder ?? "/run/user/\(user)"
        if isPrivate(system, to: user) { return SocketPlace(folder: "\(system)/subdial", version: version) }
        guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ "\($0)/.local/state" }) else { throw .noFolder }
        return SocketPlace(folder: "\(state)/subdial/run", makesParents: true, version: version)
    }

    private static func isPrivate(_ folder: String, to user: UInt32) -> Bool {
        var info = stat()
        return lstat(folder, &info) == 0 && info.st_mode & S_IFMT == S_IFDIR && info.st_uid == user && info.st_mode & 0o077 == 0
    }
}
