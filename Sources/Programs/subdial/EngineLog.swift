import Glibc

/// The log file for the stderr of a started engine.
enum EngineLog {
    /// The maximum size in bytes; a larger log is truncated when the next engine starts.
    private static let limit = 1 << 20

    /// `$XDG_STATE_HOME/subdial/engine.log`, or the same in `~/.local/state`; nil if there is no home folder.
    static var path: String? {
        folder.map { "\($0)/engine.log" }
    }

    private static var folder: String? {
        if let state = ProcessSetup.variable("XDG_STATE_HOME"), state.hasPrefix("/") { return "\(state)/subdial" }
        if let home = ProcessSetup.variable("HOME"), home.hasPrefix("/") { return "\(home)/.local/state/subdial" }
        return nil
    }

    /// Opens the log for appending; nil on failure.
    static func open() -> Int32? {
        guard let folder, let path else { return nil }
        makeFolders(folder)
        // Opening a named pipe in place of the log would block.
        let log = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard log >= 0 else { return nil }
        var info = stat()
        guard fstat(log, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(log)
            return nil
        }
        if info.st_size > limit { ftruncate(log, 0) }
        return log
    }

    private static func makeFolders(_ path: String) {
        for slash in path.indices where path[slash] == "/" && slash != path.startIndex {
            mkdir(String(path[..<slash]), 0o700)
        }
        mkdir(path, 0o700)
    }
}
