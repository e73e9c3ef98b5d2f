import EngineWire
import Glibc

/// The process that has the engine's lock, seen from another process.
public struct EngineProcess: Equatable, Sendable {
    /// How a process has been ended.
    public enum End: Equatable, Sendable {
        /// It ended in good order when it was told to.
        case terminated
        /// It did not, and was killed.
        case killed
        /// It is still there.
        case survived
    }

    /// The process's number.
    public let id: Int32

    /// How long the process may take to end in good order, in milliseconds.
    private static let patience = 3_000
    /// How long the system may take to end it, in milliseconds.
    private static let killPatience = 1_000

    /// The engine of a place; nil where none has the lock, or what has it is no engine of this user.
    ///
    /// The kernel tells who has the lock. Where a home folder is shared between machines that may be a process of another machine, whose
    /// number means somebody else here: so it is looked at before it is believed.
    public init?(of place: SocketPlace) {
        guard let id = FileLock.holder(of: place.engineLock), Self.isEngine(id) else { return nil }
        self.id = id
    }

    /// Waits until the process is gone, which has said that it ends.
    ///
    /// - Returns: False where it has not ended in the time that it has for that.
    public func waitForEnd() -> Bool { Moment.wait(atMost: Self.patience) { !isThere } }

    /// Ends the process whatever it is busy with, and waits until it is gone.
    public func end() -> End {
        kill(id, SIGTERM)
        // One that has been stopped takes no other signal until it goes on.
        kill(id, SIGCONT)
        if Moment.wait(atMost: Self.patience, until: { !isThere }) { return .terminated }
        kill(id, SIGKILL)
        return Moment.wait(atMost: Self.killPatience) { !isThere } ? .killed : .survived
    }

    /// Its lock does not tell: an engine that ends in good order gives that back first, and may hang after that.
    private var isThere: Bool { Self.isEngine(id) }

    /// Whether a process of this user runs an engine's executable.
    private static func isEngine(_ id: Int32) -> Bool {
        var info = stat()
        guard stat("/proc/\(id)", &info) == 0, info.st_uid == geteuid() else { return false }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(id)/exe", &buffer, buffer.count)
        guard count > 0 else { return false }
        let path = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = path.split(separator: "/").last ?? ""
        // An executable that has been replaced is told as "subdial-engine (deleted)".
        return name.hasPrefix("subdial-engine")
    }
}
