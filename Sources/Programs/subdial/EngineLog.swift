import Glibc
import SubdialSystem

/// The log file for the stderr of a started engine.
enum EngineLog {
    /// The maximum size in bytes; a larger log is truncated when the next engine starts.
    private static let limit = 1 << 20

    /// `$XDG_STATE_HOME/subdial/engine.log`, or the same in `~/.local/state`; nil if there is no home folder.
    static var path: String? { file?.path }

    private static var file: PrivateFile? {
        func file(_ state: String) -> PrivateFile { PrivateFolder("\(state)/subdial").file("engine.log") }
        if let state = ProcessSetup.variable("XDG_STATE_HOME"), state.hasPrefix("/") { return file(state) }
        if let home = ProcessSetup.variable("HOME"), home.hasPrefix("/") { return file("\(home)/.local/state") }
        return nil
    }

    /// Opens the log for appending; nil on failure.
    static func open() -> Int32? {
        guard let log = try? file?.open(O_WRONLY | O_APPEND | O_CREAT) else { return nil }
        if let version = FileVersion(descriptor: log.raw), version.size > limit { ftruncate(log.raw, 0) }
        let copy = fcntl(log.raw, F_DUPFD_CLOEXEC, 0)
        return copy >= 0 ? copy : nil
    }
}
